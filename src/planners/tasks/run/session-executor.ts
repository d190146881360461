import type { ModuleServices } from '../../../harness/module/planner-module.ts';
import type { Llm, LlmImage } from '../../../model/llm.ts';
import type { PlannerConfig } from '../config.ts';
import type { ExecutionOutcome, Executor } from '../executors/executor.ts';
import type { AttachmentReader } from '../executors/material/attachment-content.ts';
import { modelExecutor } from '../executors/model.ts';
import { SessionFiles } from './session-files.ts';

/** Has a model carry out tasks, with access to the session's files that they name, including images. */
export function sessionExecutor(
  llm: Llm,
  config: PlannerConfig,
  {
    host,
    readAttachment,
  }: { readonly host: ModuleServices['host']; readonly readAttachment: AttachmentReader },
): Executor {
  const files = new SessionFiles(host);
  const options = { readAttachment: files.reader(readAttachment) };
  return {
    name: 'model',
    async execute(task, context) {
      // A demo model reads nothing.
      const images = llm.demo ? [] : await files.images(task.attachments);
      const outcome = await modelExecutor(seeing(llm, images), config, options).execute(task, context);
      return images.length === 0 ? outcome : withImagesNamed(outcome, images);
    },
  };
}

/** The same model with these images added to its first message. */
function seeing(llm: Llm, images: readonly LlmImage[]): Llm {
  if (images.length === 0) return llm;
  return {
    ...llm,
    id: llm.id,
    demo: llm.demo,
    generate: ({ messages: [first, ...others], ...request }) =>
      llm.generate({ ...request, messages: first ? [{ ...first, images }, ...others] : [] }),
  };
}

/** Many models do not accept images, and their providers seldom say so clearly. */
function withImagesNamed(outcome: ExecutionOutcome, images: readonly LlmImage[]): ExecutionOutcome {
  if (outcome.type !== 'failed' || outcome.failureClass !== 'rejected') return outcome;
  const names = images.map(({ name }) => name).join(', ');
  const why = `The model was sent ${names}. If it takes no images, choose one that does in the setup.`;
  return { ...outcome, error: `${outcome.error}\n${why}` };
}
