import { isWayfoldError } from '../../../../journal/error.ts';
import { listedModels, listsModel } from '../../../../model/providers/model-list.ts';
import { modelNames } from '../../../../model/providers/model-names.ts';
import { addressOf, type ModelAddress } from '../../../../model/providers/model-spec.ts';
import type { Finding } from './finding.ts';

/** Checks the default model and the named ones: whether there is a key, or a server that responds. No key is sent. */
export async function checkModels(env: NodeJS.ProcessEnv): Promise<Finding[]> {
  const usual = env.WAYFOLD_MODEL?.trim();
  const names = [...modelNames(env).keys()].filter((name) => name !== usual);
  // A server does not start without its configured model.
  const first = usual ? checkModel(usual, env, 'fail') : noModel();
  return await Promise.all([first, ...names.map((name) => checkModel(name, env, 'warn'))]);
}

function noModel(): Finding {
  return {
    check: 'model',
    state: 'info',
    text: 'no model is named; the built-in offline demo model answers',
    fix: 'To use a real one, set WAYFOLD_MODEL and its key: docs/models.md',
  };
}

async function checkModel(
  name: string,
  env: NodeJS.ProcessEnv,
  otherwise: 'warn' | 'fail',
): Promise<Finding> {
  try {
    const address = addressOf(name, env);
    switch (address.type) {
      case 'offline':
        return { check: 'model', state: 'ok', text: `${name}: the built-in demo model` };
      case 'openai':
      case 'anthropic':
      case 'google':
        return { check: 'model', state: 'ok', text: `${labelled(name, address.id)}: there is a key` };
      case 'compatible':
        return await checkEndpoint(labelled(name, address.id), address);
      default:
        return address satisfies never;
    }
  } catch (error) {
    return unusable(name, error, otherwise);
  }
}

async function checkEndpoint(
  name: string,
  { baseUrl, model }: Extract<ModelAddress, { type: 'compatible' }>,
): Promise<Finding> {
  const models = await listedModels(baseUrl);
  if (models === 'nobody') {
    return {
      check: 'model',
      state: 'warn',
      text: `${name}: nothing answers at ${baseUrl}`,
      fix: 'Start the program that serves the model, or correct the address.',
    };
  }
  if (models === 'somebody' || listsModel(models, model)) {
    return { check: 'model', state: 'ok', text: `${name}: ${baseUrl} answers` };
  }
  return {
    check: 'model',
    state: 'warn',
    text: `${name}: ${baseUrl} answers but has no such model`,
    fix: name.includes('ollama/') ? `Fetch it: ollama pull ${model}` : 'Correct the name of the model.',
  };
}

function labelled(name: string, id: string): string {
  return name === id ? id : `${name} (${id})`;
}

function unusable(name: string, error: unknown, state: 'warn' | 'fail'): Finding {
  if (!isWayfoldError(error)) throw error;
  const { summary, fix, code } = error;
  return { check: 'model', state, text: `${name}: ${summary} [${code}]`, fix };
}
