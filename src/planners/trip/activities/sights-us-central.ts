import { type Area, area } from './sight.ts';

/** The United States from New Mexico to the Great Lakes and the Gulf. */
export const US_CENTRAL: readonly Area[] = [
  area('Albuquerque', 'US.NM', [
    ['Old Town Plaza', 'NEIGHBOURHOOD', 35.1, -106.67],
    ['Sandia Peak Tramway', 'VIEWPOINT', 35.19, -106.48],
    ['Petroglyph National Monument', 'HISTORIC', 35.14, -106.71],
    ['Indian Pueblo Cultural Center', 'MUSEUM', 35.11, -106.66],
    ['New Mexico Museum of Natural History and Science', 'MUSEUM', 35.1, -106.67],
  ]),
  area('Santa Fe', 'US.NM', [
    ['Santa Fe Plaza', 'NEIGHBOURHOOD', 35.69, -105.94],
    ["Georgia O'Keeffe Museum", 'MUSEUM', 35.69, -105.94],
    ['Palace of the Governors', 'HISTORIC', 35.69, -105.94],
    ['Loretto Chapel', 'RELIGIOUS', 35.69, -105.94],
    ['Galleries of Canyon Road', 'NEIGHBOURHOOD', 35.68, -105.93],
    ['Meow Wolf: House of Eternal Return', 'ENTERTAINMENT', 35.65, -106.0],
  ]),
  area('Gallup', 'US.NM', [['Red Rock Park', 'NATURE', 35.54, -108.61]]),
  area('Santa Rosa', 'US.NM', [['Blue Hole', 'NATURE', 34.94, -104.67]]),
  area('Tucumcari', 'US.NM', [
    ['Blue Swallow Motel', 'LANDMARK', 35.17, -103.72],
    ['Mesalands Community College Dinosaur Museum', 'MUSEUM', 35.17, -103.73],
  ]),
  area('Roswell', 'US.NM', [['International UFO Museum and Research Center', 'MUSEUM', 33.39, -104.52]]),
  area('White Sands National Park', 'US.NM', [['Dunes Drive', 'NATURE', 32.8, -106.27]]),
  area('Amarillo', 'US.TX', [
    ['Cadillac Ranch', 'LANDMARK', 35.19, -101.99],
    ['Palo Duro Canyon State Park', 'NATURE', 34.94, -101.66],
    ['The Big Texan Steak Ranch', 'ENTERTAINMENT', 35.19, -101.75],
    ['American Quarter Horse Hall of Fame & Museum', 'MUSEUM', 35.19, -101.8],
  ]),
  area('Shamrock', 'US.TX', [['U-Drop Inn', 'LANDMARK', 35.23, -100.25]]),
  area('Clinton', 'US.OK', [['Oklahoma Route 66 Museum', 'MUSEUM', 35.5, -98.98]]),
  area('Oklahoma City', 'US.OK', [
    ['Oklahoma City National Memorial & Museum', 'HISTORIC', 35.47, -97.52],
    ['National Cowboy & Western Heritage Museum', 'MUSEUM', 35.54, -97.48],
    ['Bricktown', 'NEIGHBOURHOOD', 35.47, -97.51],
    ['Myriad Botanical Gardens', 'PARK', 35.47, -97.52],
  ]),
  area('Tulsa', 'US.OK', [
    ['Philbrook Museum of Art', 'MUSEUM', 36.12, -95.97],
    ['Gathering Place', 'PARK', 36.12, -95.99],
    ['Woody Guthrie Center', 'MUSEUM', 36.16, -95.99],
    ['Golden Driller', 'LANDMARK', 36.13, -95.93],
    ['Blue Whale of Catoosa', 'LANDMARK', 36.19, -95.73],
  ]),
  area('Springfield', 'US.MO', [
    ['Wonders of Wildlife National Museum & Aquarium', 'MUSEUM', 37.18, -93.3],
    ["Wilson's Creek National Battlefield", 'HISTORIC', 37.11, -93.41],
  ]),
  area('St. Louis', 'US.MO', [
    ['Gateway Arch', 'LANDMARK', 38.62, -90.18],
    ['City Museum', 'MUSEUM', 38.63, -90.2],
    ['Saint Louis Zoo', 'ENTERTAINMENT', 38.64, -90.29],
    ['Missouri Botanical Garden', 'PARK', 38.61, -90.26],
    ['Saint Louis Art Museum', 'MUSEUM', 38.64, -90.29],
    ['Cahokia Mounds', 'HISTORIC', 38.66, -90.06],
  ]),
  area('Kansas City', 'US.MO', [
    ['National WWI Museum and Memorial', 'MUSEUM', 39.08, -94.59],
    ['Nelson-Atkins Museum of Art', 'MUSEUM', 39.05, -94.58],
    ['Union Station', 'LANDMARK', 39.08, -94.59],
  ]),
  area('Springfield', 'US.IL', [
    ['Abraham Lincoln Presidential Library and Museum', 'MUSEUM', 39.8, -89.65],
    ['Lincoln Home National Historic Site', 'HISTORIC', 39.8, -89.65],
    ['Lincoln Tomb', 'HISTORIC', 39.82, -89.66],
    ['Illinois State Capitol', 'LANDMARK', 39.8, -89.65],
    ['Dana–Thomas House', 'HISTORIC', 39.79, -89.65],
  ]),
  area('Pontiac', 'US.IL', [['Route 66 Association Hall of Fame & Museum', 'MUSEUM', 40.88, -88.63]]),
  area('Chicago', 'US.IL', [
    ['Art Institute of Chicago', 'MUSEUM', 41.88, -87.62],
    ['Millennium Park', 'PARK', 41.88, -87.62],
    ['Field Museum', 'MUSEUM', 41.87, -87.62],
    ['Skydeck of Willis Tower', 'VIEWPOINT', 41.88, -87.64],
    ['Navy Pier', 'ENTERTAINMENT', 41.89, -87.6],
    ['Museum of Science and Industry', 'MUSEUM', 41.79, -87.58],
    ['Lincoln Park Zoo', 'ENTERTAINMENT', 41.92, -87.63],
    ['Chicago Riverwalk', 'NEIGHBOURHOOD', 41.89, -87.63],
  ]),
  area('Omaha', 'US.NE', [
    ["Omaha's Henry Doorly Zoo and Aquarium", 'ENTERTAINMENT', 41.23, -95.93],
    ['Joslyn Art Museum', 'MUSEUM', 41.26, -95.95],
  ]),
  area('Lincoln', 'US.NE', [['Nebraska State Capitol', 'LANDMARK', 40.81, -96.7]]),
  area('Des Moines', 'US.IA', [
    ['Pappajohn Sculpture Park', 'PARK', 41.59, -93.64],
    ['Iowa State Capitol', 'LANDMARK', 41.59, -93.6],
  ]),
  area('Minneapolis', 'US.MN', [
    ['Walker Art Center', 'MUSEUM', 44.97, -93.29],
    ['Minneapolis Institute of Art', 'MUSEUM', 44.96, -93.27],
    ['Minnehaha Falls', 'NATURE', 44.92, -93.21],
  ]),
  area('Milwaukee', 'US.WI', [
    ['Milwaukee Art Museum', 'MUSEUM', 43.04, -87.9],
    ['Harley-Davidson Museum', 'MUSEUM', 43.03, -87.92],
  ]),
  area('Indianapolis', 'US.IN', [
    ['Indianapolis Motor Speedway Museum', 'MUSEUM', 39.79, -86.23],
    ["The Children's Museum of Indianapolis", 'MUSEUM', 39.81, -86.16],
  ]),
  area('Detroit', 'US.MI', [
    ['Detroit Institute of Arts', 'MUSEUM', 42.36, -83.06],
    ['Henry Ford Museum of American Innovation', 'MUSEUM', 42.3, -83.23],
  ]),
  area('Cleveland', 'US.OH', [
    ['Rock & Roll Hall of Fame', 'MUSEUM', 41.51, -81.7],
    ['Cleveland Museum of Art', 'MUSEUM', 41.51, -81.61],
  ]),
  area('Dallas', 'US.TX', [
    ['The Sixth Floor Museum at Dealey Plaza', 'MUSEUM', 32.78, -96.81],
    ['Dallas Museum of Art', 'MUSEUM', 32.79, -96.8],
    ['Dallas Arboretum and Botanical Garden', 'PARK', 32.82, -96.72],
  ]),
  area('Fort Worth', 'US.TX', [
    ['Fort Worth Stockyards', 'HISTORIC', 32.79, -97.35],
    ['Kimbell Art Museum', 'MUSEUM', 32.75, -97.36],
  ]),
  area('Austin', 'US.TX', [
    ['Texas State Capitol', 'LANDMARK', 30.27, -97.74],
    ['Barton Springs Pool', 'PARK', 30.26, -97.77],
    ['Congress Avenue Bridge bats', 'NATURE', 30.26, -97.75],
  ]),
  area('San Antonio', 'US.TX', [
    ['The Alamo', 'HISTORIC', 29.43, -98.49],
    ['San Antonio River Walk', 'NEIGHBOURHOOD', 29.42, -98.49],
    ['Mission San José', 'HISTORIC', 29.36, -98.48],
  ]),
  area('Houston', 'US.TX', [
    ['Space Center Houston', 'MUSEUM', 29.55, -95.1],
    ['Museum of Fine Arts, Houston', 'MUSEUM', 29.73, -95.39],
    ['Houston Museum of Natural Science', 'MUSEUM', 29.72, -95.39],
  ]),
  area('El Paso', 'US.TX', [['Franklin Mountains State Park', 'NATURE', 31.91, -106.52]]),
  area('New Orleans', 'US.LA', [
    ['French Quarter', 'NEIGHBOURHOOD', 29.96, -90.06],
    ['The National WWII Museum', 'MUSEUM', 29.94, -90.07],
    ['St. Louis Cathedral', 'RELIGIOUS', 29.96, -90.06],
    ['New Orleans City Park', 'PARK', 29.99, -90.1],
    ['Preservation Hall', 'ENTERTAINMENT', 29.96, -90.07],
  ]),
  area('Memphis', 'US.TN', [
    ['Graceland', 'HISTORIC', 35.05, -90.03],
    ['National Civil Rights Museum', 'MUSEUM', 35.13, -90.06],
    ['Beale Street', 'ENTERTAINMENT', 35.14, -90.05],
    ['Sun Studio', 'HISTORIC', 35.14, -90.04],
  ]),
  area('Nashville', 'US.TN', [
    ['Country Music Hall of Fame and Museum', 'MUSEUM', 36.16, -86.78],
    ['Ryman Auditorium', 'ENTERTAINMENT', 36.16, -86.78],
    ['Parthenon in Centennial Park', 'LANDMARK', 36.15, -86.81],
  ]),
];
