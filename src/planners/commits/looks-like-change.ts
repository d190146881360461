import { type TextSign, weightOfSigns } from '../../harness/module/text-signs.ts';

const SIGNS: readonly TextSign[] = [
  [
    /(?<!\p{L})(?:git|commits?|repo(?:sitory)?|branch(?:es)?|pull request|code ?base|bisect|revert|rebase|experiments?|zweig|dépôt|branche|repositorio|rama)(?!\p{L})/iu,
    0.9,
  ],
  // An abbreviated hash, with a digit and a letter.
  [/\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,40}\b/, 0.6],
  [
    /\b(?:refactor\w*|code|functions?|modules?|class(?:es)?|bugs?|tests?|benchmarks?|pars(?:er|ing)|compil\w+|api|endpoints?|null pointer|regressions?|type errors?|lint\w*)\b/i,
    0.6,
  ],
  [
    /\b(?:latency|memory|throughput|p\d\d|bundle(?: size)?|cold start|start-?up time|build time|allocations?|n\+1|cache hits?|flak(?:y|iness)|coverage|accuracy|recall|precision|f1|query time|queries|temps de build|consultas)\b/i,
    0.5,
  ],
  [
    /\b(?:reduce|lower|cut|shrink|bring|get|keep|speed up|improve|increase|raise|optimi[sz]e|make)\b.{0,60}?\d[\d.,]*\s?(?:ms|s|sec(?:onds)?|[kmg]i?b|%|x|fps|rps|qps)\b/i,
    0.5,
  ],
  [/\b(?:speed(?:ing)? up|faster|optimi[sz]e|profil(?:e|ing))\b/i, 0.3],
  [
    /\bv\d+\.\d+|(?:^|\s)#\d+\b|(?:^|\s)\/?(?:[\w-]+\/)+[\w.-]+|\b[\w-]+\.(?:ts|tsx|js|py|rs|go|java|rb|cpp|c|h)\b/,
    0.3,
  ],
];

/** How likely a text is to request a change of a repository, from 0 to 1. */
export function looksLikeChange(text: string): number {
  return Math.max(0.05, weightOfSigns(text, SIGNS));
}
