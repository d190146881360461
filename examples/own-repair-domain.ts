/**
 * A repair domain of your own: what has to hold for a rota of shifts, and what can be done where it does not. The engine
 * does the rest: it fixes what it may, offers choices for the rest, and leaves everybody else's shifts alone. Run it:
 * node examples/own-repair-domain.ts
 */
import { createRepairEngine, type Finding, type RepairDomain } from 'wayfold/repair';

interface Shift {
  readonly day: string;
  readonly person: string | undefined;
}

interface Rota {
  readonly staff: readonly string[];
  readonly shifts: readonly Shift[];
}

type Problem = 'NOT_STAFF' | 'EMPTY' | 'NO_REST';
type Place = { readonly day: string };
type Assignment = { readonly day: string; readonly person: string | undefined };

const found = (type: Problem, at: number, { day, person }: Shift, description: string) =>
  ({
    type,
    target: { day },
    key: day,
    evidence: person ?? '',
    description,
    position: at,
  }) satisfies Finding<Problem, Place>;

/** Who could take a shift without working two days in a row, whoever has the fewest shifts first. */
function free({ staff, shifts }: Rota, day: string): readonly string[] {
  const at = shifts.findIndex((shift) => shift.day === day);
  const neighbours = [shifts[at - 1]?.person, shifts[at + 1]?.person];
  const load = (person: string) => shifts.filter((shift) => shift.person === person).length;
  return staff.filter((person) => !neighbours.includes(person)).toSorted((a, b) => load(a) - load(b));
}

const rotas: RepairDomain<Rota, Problem, Place, Assignment> = {
  invariants: [
    {
      name: 'only staff work',
      check: ({ staff, shifts }) =>
        shifts.flatMap((shift, at) =>
          shift.person === undefined || staff.includes(shift.person)
            ? []
            : [found('NOT_STAFF', at, shift, `${shift.person} (${shift.day}) has left.`)],
        ),
    },
    {
      name: 'no shift is empty',
      check: ({ shifts }) =>
        shifts.flatMap((shift, at) =>
          shift.person === undefined ? [found('EMPTY', at, shift, `Nobody works on ${shift.day}.`)] : [],
        ),
    },
    {
      name: 'nobody works two days in a row',
      check: ({ shifts }) =>
        shifts.flatMap((shift, at) =>
          shift.person !== undefined && shift.person === shifts[at - 1]?.person
            ? [found('NO_REST', at, shift, `${shift.person} has no rest before ${shift.day}.`)]
            : [],
        ),
    },
  ],
  severity: (_, { staff }) => (staff.length === 0 ? 'FATAL' : 'LOCAL'),
  fixes: {
    // A shift of somebody who has left is nobody's; whose it becomes is for a person to say.
    auto: ({ type, target: { day } }) =>
      type === 'NOT_STAFF'
        ? [{ change: { day, person: undefined }, justification: `The shift on ${day} is open again.` }]
        : [],
    options: ({ target: { day } }, rota) => [
      ...free(rota, day).map((person, rank) => ({
        key: person,
        label: `${person} works on ${day}`,
        change: { day, person },
        group: 0,
        rank: [rank],
      })),
      {
        key: 'keep',
        label: 'Leave it',
        change: { day, person: rota.shifts.find((shift) => shift.day === day)?.person },
        group: 9,
        waives: true,
      },
    ],
    reason: ({ description }) => description,
    question: () => ({ question: 'Who works here?', reason: 'There is no staff.' }),
    apply: ({ day, person }, rota) => {
      const at = rota.shifts.findIndex((shift) => shift.day === day);
      const shift = rota.shifts[at];
      if (shift === undefined || shift.person === person) return rota;
      return { ...rota, shifts: rota.shifts.with(at, { ...shift, person }) };
    },
    size: () => 1,
  },
  gaps: ({ shifts }) =>
    shifts.length > 0 ? undefined : { question: 'Which days are there?', reason: 'The rota is empty.' },
  next: () => ({ type: 'CONTINUE_PLAN' }),
  now: () => new Date().toISOString(),
};

const engine = createRepairEngine(rotas);
const week: Rota = {
  staff: ['Ada', 'Grace', 'Edsger'],
  shifts: [
    { day: 'Monday', person: 'Ada' },
    { day: 'Tuesday', person: 'Charles' },
    { day: 'Wednesday', person: 'Grace' },
    { day: 'Thursday', person: 'Grace' },
  ],
};

let { action, state } = engine.turn({}, { subject: week, issues: [], history: [] });
while (action.type !== 'CONTINUE_PLAN') {
  if (action.type === 'AUTO_FIX') console.log(`fixed: ${action.justification}`);
  if (action.type === 'SUGGEST_REPAIR') {
    console.log(`${action.reason} ${action.options.map(({ label }) => label).join(' | ')}`);
  }
  // A person would choose; here it is the first option.
  const choose = action.type === 'SUGGEST_REPAIR' ? action.options[0]?.id : undefined;
  ({ action, state } = engine.turn(choose === undefined ? {} : { choose }, state));
}
// → fixed: The shift on Tuesday is open again.
// → Nobody works on Tuesday. Edsger works on Tuesday | Leave it
// → Grace has no rest before Thursday. Ada works on Thursday | Edsger works on Thursday | Leave it

console.log(state.subject.shifts.map(({ day, person }) => `${day} ${person}`).join(', '));
// → Monday Ada, Tuesday Edsger, Wednesday Grace, Thursday Ada
console.log(state.subject.shifts[0] === week.shifts[0]); // → true
