import type { PlannerExample } from '../../../harness/module/planner-module.ts';

/** The built-in scenarios, each from the side that receives the first message. */
export const SHIPPED_SCENARIOS: readonly PlannerExample[] = [
  {
    title: 'A year of flour',
    description:
      'A bakery wants a lower price and smaller deliveries for the next year; its mill wants a longer contract and fewer of them.',
    text: 'Good morning. Our contract ends on 30 June. What could you offer us for another year?',
    config: { scenarioUrl: 'example:flour-supply', myAgentId: 'mill-sales' },
  },
  {
    title: 'Another appointment',
    description:
      "A patient's assistant has to move a follow-up visit that clashes with a work trip, without missing the window in which the stitches have to come out.",
    text: 'Good morning. The visit on Thursday clashes with a work trip. Could we find another time?',
    config: { scenarioUrl: 'example:appointment-rescheduling', myAgentId: 'clinic-desk' },
  },
  {
    title: 'A flat by the park',
    description: 'A tenant and a landlord settle rent, deposit and the day of moving in.',
    text: 'Good afternoon. I write for Mara Lindqvist, who saw the flat in Elm Row on Tuesday and liked it. On which terms would you let it?',
    config: { scenarioUrl: 'example:apartment-lease', myAgentId: 'landlord' },
  },
  {
    title: 'An engineer and her next job',
    description: 'A candidate and an employer settle pay, days at home and the first day.',
    text: 'Good morning. Sofia Brandt enjoyed the interviews and would like to join you. Could you tell us what you have in mind for pay, days at home and the first day?',
    config: { scenarioUrl: 'example:job-offer', myAgentId: 'employer' },
  },
  {
    title: 'Water in the cellar',
    description: 'The owner of a house and an insurer settle a claim after a storm.',
    text: 'Good morning. I write for Tomas Vega, claim 2207. The cellar was flooded in the storm of 3 October, and the heating is out. How will you settle the claim?',
    config: { scenarioUrl: 'example:insurance-claim', myAgentId: 'insurer' },
  },
  {
    title: 'Trucks between a port and a warehouse',
    description: 'A shipper and a carrier settle the rate, the trips and when the bill is paid.',
    text: 'Good day. Our contract for the lane from the port ends this month. What would you charge for a fixed number of trips a week?',
    config: { scenarioUrl: 'example:freight-lane', myAgentId: 'carrier' },
  },
  {
    title: 'A painting on loan',
    description: 'Two museums talk about a loan and find that they are too far apart.',
    text: 'Dear colleagues, we prepare an exhibition of harbour scenes and would love to show your morning picture in it. On which terms could you lend it?',
    config: { scenarioUrl: 'example:museum-loan', myAgentId: 'lender' },
  },
];
