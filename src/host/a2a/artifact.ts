import { runModule } from '../../harness/module/module-failure.ts';
import type { Artifact, At, PlannerModule } from '../../harness/module/planner-module.ts';
import { sha256 } from '../../journal/integrity/sha256.ts';
import type { A2aArtifact } from './facts.ts';

/** Something that a planner has made, as it is handed over. */
export interface ArtifactContent {
  readonly version: A2aArtifact;
  /** JSON, or text of the version's media type. */
  readonly text: string;
}

/** Everything that a planner has made by a moment. It is made of the planner's state each time, and kept nowhere. */
export function artifactsAt(module: PlannerModule, at: At): readonly ArtifactContent[] {
  return runModule(module, 'artifacts', () => module.artifacts(at).map(contentOf));
}

function contentOf({
  id,
  name,
  description = '',
  json,
  text,
  mediaType = 'text/plain',
}: Artifact): ArtifactContent {
  const content = text ?? JSON.stringify(json ?? null);
  const size = new TextEncoder().encode(content).length;
  const kind = text === undefined ? {} : { mediaType };
  return {
    version: { artifactId: id, name, description, sha256: sha256(content), size, ...kind },
    text: content,
  };
}
