import ranks from 'gpt-tokenizer/bpeRanks/o200k_base';
import { GptEncoding } from 'gpt-tokenizer/GptEncoding';

/** The encoding `o200k_base`. Its tables take 90 MB and a sixth of a second, so only counting loads them. */
export const encoding: GptEncoding = GptEncoding.getEncodingApi('o200k_base', () => ranks);
