import type { ModuleServices } from '../../../harness/module/planner-module.ts';
import type { Llm, LlmImage } from '../../../model/llm.ts';
import type { PlannerConfig } from '../config.ts';
import type { AttachmentReader } from '../executors/attachment-content.ts';
import type { ExecutionOutcome, Executor } from '../executors/executor.ts';
import { modelExecutor } from '../executors/model.ts';
import { SessionFiles } from './session-files.ts';

/** Lets a model carry tasks out that also sees the files of the session that they name, images among them. */
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
      // A demo reads nothing.
      const images = llm.demo ? [] : await files.images(task.attachments);
      const outcome = await modelExecutor(seeing(llm, images), config, options).execute(task, context);
      return images.length === 0 ? outcome : withImagesNamed(outcome, images);
    },
  };
}

/** The same model, shown these images with what it is asked first. */
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

/** Many models take no images, and their providers seldom say so clearly. */
function withImagesNamed(outcome: ExecutionOutcome, images: readonly LlmImage[]): ExecutionOutcome {
  if (outcome.type !== 'failed' || outcome.failureClass !== 'rejected') return outcome;
  const names = images.map(({ name }) => name).join(', ');
  const why = `The model was sent ${names}. If it takes no images, choose one that does in the setup.`;
  return { ...outcome, error: `${outcome.error}\n${why}` };
}
