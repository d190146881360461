import { z } from 'zod';
import type { Envelope } from '../../journal/fact.ts';

/** What a person said. */
const UserInputFact = z.object({
  type: z.literal('user_input'),
  text: z.string(),
  by: z.string().exactOptional(),
});

export type UserInput = Readonly<z.infer<typeof UserInputFact>>;

export function userInputText(fact: Envelope): string | undefined {
  return UserInputFact.safeParse(fact).data?.text;
}
