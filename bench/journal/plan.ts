/** One step of a plan, as an agent that works on software would write it down. */
export interface Step {
  readonly id: string;
  readonly title: string;
  readonly detail: string;
  readonly status: 'pending';
  readonly dependsOn: readonly string[];
}

const WORDS =
  `read write check compare rename remove split merge measure cache retry parse render validate migrate
  the a each every old new failing slow public shared current missing first last
  parser schema module request response handler index cursor session token migration endpoint report query
  snapshot table column test fixture timeout header payload branch commit worker queue invoice customer
  before after without together with and then until because unless so that it still returns keeps fails passes`
    .trim()
    .split(/\s+/);

const TITLE_WORDS = 6;
const DETAIL_WORDS = 28;
const DIFFERENT_STEPS = 4096;

/** The same words in every run, and no two sentences alike, so that compression finds what it would find in real text. */
const STEPS: readonly Step[] = (() => {
  const next = xorshift(2026);
  const sentence = (words: number) =>
    Array.from({ length: words }, () => WORDS[next() % WORDS.length]).join(' ');
  return Array.from({ length: DIFFERENT_STEPS }, (_, i) => ({
    id: idOf(i),
    title: sentence(TITLE_WORDS),
    detail: sentence(DETAIL_WORDS),
    status: 'pending',
    dependsOn: i === 0 ? [] : [idOf(i - 1)],
  }));
})();

/** The step at this place of a plan. It is there already, so that making it up is not measured. */
export function stepAt(index: number): Step {
  const step = STEPS[index % DIFFERENT_STEPS];
  if (step === undefined) throw new RangeError(`no step at ${index}`);
  return step;
}

export function stepsFrom(index: number, count: number): Step[] {
  return Array.from({ length: count }, (_, i) => stepAt(index + i));
}

function idOf(index: number): string {
  return `step-${String(index + 1).padStart(6, '0')}`;
}

/** Numbers of 32 bits that look random and are the same every time. */
function xorshift(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}
