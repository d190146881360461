import { runModule } from '../../harness/module/module-failure.ts';
import type { Artifact, At, PlannerModule } from '../../harness/module/planner-module.ts';
import { sha256 } from '../../journal/integrity/sha256.ts';
import type { A2aArtifact } from './facts.ts';

/** A planner's artifact as it is sent. */
export interface ArtifactContent {
  readonly version: A2aArtifact;
  /** JSON, or text of the version's media type. */
  readonly text: string;
}

/**
 * All of a planner's artifacts at a moment. They are computed from the planner's state each time, and stored
 * nowhere.
 */
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
