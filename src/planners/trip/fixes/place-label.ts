import type { FixedPlace } from '../itinerary/mutation.ts';
import { countryName } from '../knowledge/country-name.ts';

/** The label of a place: "Kingman, AZ" in the US, "Lyon, Auvergne-Rhône-Alpes, France" elsewhere. */
export function placeLabel(place: FixedPlace & { readonly region?: string }): string {
  const { name, admin1, region, country } = place;
  if (country === 'US' && admin1) return `${name}, ${admin1}`;
  return [name, region, country && countryName(country)]
    .filter((part) => part !== undefined && part !== '')
    .join(', ');
}
