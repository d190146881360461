import type { Gazetteer } from './gazetteer/gazetteer.ts';
import type { Point } from './geo.ts';
import { landAt } from './landmass-at.ts';

/** A town on each landmass with trains. All others have none, or none between towns. */
const TOWNS_WITH_TRAINS: readonly (readonly [lat: number, lng: number])[] = [
  [52.52, 13.4], // Europe, Asia and Africa, with what bridges and tunnels join to them
  [51.51, -0.13], // Great Britain
  [53.35, -6.26], // Ireland
  [38.12, 13.36], // Sicily
  [39.22, 9.12], // Sardinia
  [42.7, 9.45], // Corsica
  [39.57, 2.65], // Mallorca
  [50.73, -1.16], // Isle of Wight
  [54.15, -4.48], // Isle of Man
  [35.68, 139.69], // Honshu and Shikoku
  [43.06, 141.35], // Hokkaido
  [33.6, 130.4], // Kyushu
  [25.05, 121.53], // Taiwan
  [20.04, 110.34], // Hainan
  [14.6, 120.98], // Luzon
  [-6.21, 106.85], // Java
  [6.94, 79.85], // Sri Lanka
  [-18.91, 47.54], // Madagascar
  [40.71, -74.01], // America
  [23.13, -82.38], // Cuba
  [-33.87, 151.21], // Australia
  [-36.85, 174.76], // New Zealand, North Island
  [-43.53, 172.64], // New Zealand, South Island
];

/**
 * Areas without trains in countries that have railways: islands with a bridge, mountains and coasts. South, west,
 * north, east.
 */
const WITHOUT_TRAINS: readonly (readonly [number, number, number, number])[] = [
  [57.02, -6.85, 57.75, -5.76], // Skye
  [57.75, -5.95, 58.65, -4.6], // the north-west of Scotland
  [55.3, -5.85, 55.95, -5.3], // Kintyre
  [51.95, -10.6, 52.35, -9.75], // Dingle
  [51.4, -10.6, 51.95, -8.8], // West Cork and Kerry
  [53.3, -10.3, 53.7, -9.4], // Connemara
  [52.85, -9.55, 53.15, -9.2], // the Burren
  [54.35, -8.85, 55.45, -7.45], // Donegal
  [67.6, 12.5, 69.2, 16.6], // Lofoten and Vesterålen
  [68.6, 16.6, 71.3, 31.5], // Troms and Finnmark
  [67.6, 23.6, 70.1, 29.5], // the north of Lapland
  [61, 4.4, 62.5, 7.4], // Geiranger and Ålesund
  [62.6, 6.4, 63.3, 8.5], // Molde and Kristiansund
  [59.2, 5, 60.2, 6.8], // Hardanger
  [56.15, 16.42, 57.4, 17.2], // Öland
  [57.9, 23.3, 59.1, 24.6], // the west coast of Estonia
  [55.2, 20.85, 55.7, 21.12], // the Curonian Spit
  [45.45, 13.5, 45.56, 13.68], // Piran
  [40.58, 14.44, 40.67, 14.66], // the Amalfi Coast
  [41.7, 15.95, 41.95, 16.22], // Gargano
  [46.4, 11.65, 46.65, 12.25], // the Dolomites
  [43.2, 6.5, 43.33, 6.72], // Saint-Tropez
  [13.9, 105.2, 15.7, 107], // the south of Laos
  [15.7, 104.6, 17.9, 107], // the middle of Laos
  [19, 102.7, 20.3, 104.8], // the Plain of Jars
  [36, 27.2, 37.25, 32.3], // the south coast of Turkey
  [38.55, 34.5, 38.85, 35.1], // Cappadocia
  [40.6, 38, 41.5, 42], // the Black Sea coast
  [39.9, 26, 40.5, 27], // Gallipoli
  [42.4, 42.2, 43.6, 44.8], // the Caucasus
  [38.8, 45, 40, 46.6], // the south of Armenia
  [26.3, 33.2, 29.9, 35], // Sinai and the Red Sea
  [22, 33.9, 26.3, 36], // the Red Sea, farther south
  [28.9, 25, 29.6, 26.5], // Siwa
  [22, 31, 22.9, 32.2], // Abu Simbel
  [27.5, -13.2, 31.6, -9.3], // the Atlantic coast of Morocco
  [29, -8.1, 31.5, -3], // the Atlas and the desert
  [34.9, -5.5, 35.75, -4], // the Rif
  [30, 7.5, 33.6, 11.6], // the south of Tunisia
  [32.6, 75.6, 36.5, 79.5], // Ladakh
  [31.7, 77, 32.6, 78.8], // Kullu and Spiti
  [34.5, 71.5, 37.1, 75.6], // the north of Pakistan
  [27.06, 88.1, 28.2, 88.95], // Sikkim
  [25.1, 91, 25.7, 92.3], // Meghalaya
  [9.4, 76.85, 10.25, 77.35], // Munnar and Thekkady
  [10.15, 77.4, 10.3, 77.6], // Kodaikanal
  [11.5, 75.85, 11.95, 76.4], // Wayanad
  [12.2, 75.6, 12.6, 75.95], // Coorg
  [7.75, 80.55, 8.05, 80.85], // Sigiriya
  [5.9, 80.78, 7.05, 82], // the south-east of Sri Lanka
  [7.4, 98, 9.1, 99.1], // Phuket and Krabi
  [18.9, 97.3, 20.5, 98.75], // Pai
  [19.2, 98.75, 20.5, 100.7], // Chiang Rai
  [16.8, 99.4, 17.25, 99.9], // Sukhothai
  [11.5, 102.1, 12.7, 102.95], // Trat
  [4.35, 101.3, 4.65, 101.5], // Cameron Highlands
  [2.3, 103, 6, 103.6], // the east coast of Malaysia
  [11.7, 108.2, 12.2, 108.6], // Da Lat
  [22.2, 103.5, 22.42, 103.92], // Sa Pa
  [22.5, 104.5, 23.4, 106.9], // Ha Giang
  [20.7, 106.95, 21.1, 107.5], // Ha Long
  [15.8, 108.3, 15.95, 108.4], // Hoi An
  [8.5, 104.4, 10.6, 107.2], // the Mekong delta
  [38, 128.4, 38.5, 128.7], // Sokcho
  [36.2, 136.85, 36.3, 136.95], // Shirakawa
  [21.9, 120.65, 22.1, 120.9], // Kenting
  [23.4, 120.75, 23.95, 121], // Sun Moon Lake and Alishan
  [50.9, -116.6, 52.3, -115], // Banff and the Icefields Parkway
  [49.5, -123.3, 50.6, -122.5], // Whistler and Squamish
];

const landsBy = new WeakMap<Gazetteer, ReadonlySet<number>>();

/** Whether a place has no trains: on an island without any, or in a part of the country without railways. */
export function isWithoutTrainsIn(gazetteer: Gazetteer, point: Point): boolean {
  const { lat, lng } = point;
  if (
    WITHOUT_TRAINS.some(
      ([south, west, north, east]) => lat >= south && lat <= north && lng >= west && lng <= east,
    )
  )
    return true;
  const { landmass: land } = landAt(gazetteer, point);
  return land !== 0 && !landsWithTrains(gazetteer).has(land);
}

function landsWithTrains(gazetteer: Gazetteer): ReadonlySet<number> {
  const before = landsBy.get(gazetteer);
  if (before !== undefined) return before;
  const lands = new Set(TOWNS_WITH_TRAINS.map(([lat, lng]) => landAt(gazetteer, { lat, lng }).landmass));
  landsBy.set(gazetteer, lands);
  return lands;
}
