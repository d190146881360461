import { ScenarioError } from '../../../../planners/scenario/error.ts';
import {
  parseScenario,
  type ScenarioCheck,
  validateScenario,
} from '../../../../planners/scenario/file/validate-scenario.ts';
import { EXIT, type ExitCode } from '../../exit-code.ts';
import type { Invocation } from '../../invocation.ts';
import { pluralize } from '../../terminal/text/pluralize.ts';
import { scenarioText } from './scenario-file.ts';

/** Reports every problem of a scenario file, with its location. */
export async function check(invocation: Invocation, file: string): Promise<ExitCode> {
  const { output } = invocation;
  const checked = checkedText(await scenarioText(file, invocation));
  const errors = checked.ok ? [] : checked.errors;
  const warnings = checked.ok ? checked.warnings : [];
  if (output.json) await output.value({ ok: checked.ok, errors, warnings });
  else if (checked.ok) {
    for (const { path, message } of warnings) output.note(`${path} ${message}`);
    const { metadata, agents } = checked.scenario;
    await output.line(`${metadata.title}: ${pluralize(agents.length, 'agent')}, no errors.`);
  } else {
    for (const { path, message } of errors) {
      await output.line([{ text: path === '' ? 'the file' : path, style: 'bold' }, { text: ` ${message}` }]);
    }
  }
  return checked.ok ? EXIT.ok : EXIT.usage;
}

function checkedText(text: string): ScenarioCheck {
  try {
    const scenario = parseScenario(text);
    const checked = validateScenario(JSON.parse(text.replace(/^\uFEFF/, '')));
    return { ok: true, scenario, warnings: checked.ok ? checked.warnings : [] };
  } catch (error) {
    if (!(error instanceof ScenarioError) || error.code !== 'scenario-invalid') throw error;
    return { ok: false, errors: error.problems };
  }
}
