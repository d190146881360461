import { type Area, area } from './sight.ts';

/** The United States on the Atlantic. */
export const US_EAST: readonly Area[] = [
  area('New York City', 'US.NY', [
    ['Statue of Liberty', 'LANDMARK', 40.69, -74.04],
    ['Central Park', 'PARK', 40.78, -73.97],
    ['The Metropolitan Museum of Art', 'MUSEUM', 40.78, -73.96],
    ['Empire State Building', 'VIEWPOINT', 40.75, -73.99],
    ['Brooklyn Bridge', 'LANDMARK', 40.71, -74.0],
    ['The High Line', 'PARK', 40.75, -74.0],
    ['Museum of Modern Art', 'MUSEUM', 40.76, -73.98],
    ['9/11 Memorial & Museum', 'HISTORIC', 40.71, -74.01],
  ]),
  area('Niagara Falls', 'US.NY', [['Niagara Falls State Park', 'NATURE', 43.09, -79.07]]),
  area('Boston', 'US.MA', [
    ['Freedom Trail', 'HISTORIC', 42.36, -71.06],
    ['Museum of Fine Arts, Boston', 'MUSEUM', 42.34, -71.09],
    ['Isabella Stewart Gardner Museum', 'MUSEUM', 42.34, -71.1],
    ['Fenway Park', 'ENTERTAINMENT', 42.35, -71.1],
    ['Boston Public Garden', 'PARK', 42.35, -71.07],
  ]),
  area('Portland', 'US.ME', [
    ['Portland Head Light', 'LANDMARK', 43.62, -70.21],
    ['Portland Museum of Art', 'MUSEUM', 43.65, -70.26],
  ]),
  area('Acadia National Park', 'US.ME', [
    ['Cadillac Mountain', 'VIEWPOINT', 44.35, -68.23],
    ['Jordan Pond', 'NATURE', 44.32, -68.25],
  ]),
  area('Washington, D.C.', 'US.DC', [
    ['Lincoln Memorial', 'LANDMARK', 38.89, -77.05],
    ['National Air and Space Museum', 'MUSEUM', 38.89, -77.02],
    ['United States Capitol', 'LANDMARK', 38.89, -77.01],
    ['National Gallery of Art', 'MUSEUM', 38.89, -77.02],
    ['Washington Monument', 'LANDMARK', 38.89, -77.04],
    ['National Museum of Natural History', 'MUSEUM', 38.89, -77.03],
  ]),
  area('Philadelphia', 'US.PA', [
    ['Independence Hall', 'HISTORIC', 39.95, -75.15],
    ['Liberty Bell Center', 'HISTORIC', 39.95, -75.15],
    ['Philadelphia Museum of Art', 'MUSEUM', 39.97, -75.18],
    ['Reading Terminal Market', 'MARKET', 39.95, -75.16],
    ['Eastern State Penitentiary', 'HISTORIC', 39.97, -75.17],
  ]),
  area('Pittsburgh', 'US.PA', [
    ['The Andy Warhol Museum', 'MUSEUM', 40.45, -80.0],
    ['Duquesne Incline', 'VIEWPOINT', 40.44, -80.02],
  ]),
  area('Gettysburg', 'US.PA', [['Gettysburg National Military Park', 'HISTORIC', 39.81, -77.23]]),
  area('Baltimore', 'US.MD', [
    ['National Aquarium', 'MUSEUM', 39.29, -76.61],
    ['Fort McHenry', 'HISTORIC', 39.26, -76.58],
  ]),
  area('Williamsburg', 'US.VA', [['Colonial Williamsburg', 'HISTORIC', 37.27, -76.7]]),
  area('Asheville', 'US.NC', [['Biltmore Estate', 'HISTORIC', 35.54, -82.55]]),
  area('Great Smoky Mountains National Park', 'US.TN', [
    ['Cades Cove', 'NATURE', 35.6, -83.81],
    ['Newfound Gap', 'VIEWPOINT', 35.61, -83.43],
  ]),
  area('Atlanta', 'US.GA', [
    ['Georgia Aquarium', 'MUSEUM', 33.76, -84.39],
    ['Martin Luther King Jr. National Historical Park', 'HISTORIC', 33.76, -84.37],
    ['World of Coca-Cola', 'MUSEUM', 33.76, -84.39],
    ['Atlanta Botanical Garden', 'PARK', 33.79, -84.37],
  ]),
  area('Savannah', 'US.GA', [
    ['Forsyth Park', 'PARK', 32.07, -81.1],
    ['Bonaventure Cemetery', 'HISTORIC', 32.04, -81.05],
  ]),
  area('Charleston', 'US.SC', [
    ['Rainbow Row', 'NEIGHBOURHOOD', 32.78, -79.93],
    ['Fort Sumter', 'HISTORIC', 32.75, -79.87],
    ['Magnolia Plantation and Gardens', 'HISTORIC', 32.88, -80.09],
  ]),
  area('Miami', 'US.FL', [
    ['South Beach', 'BEACH', 25.78, -80.13],
    ['Vizcaya Museum and Gardens', 'HISTORIC', 25.74, -80.21],
    ['Wynwood Walls', 'NEIGHBOURHOOD', 25.8, -80.2],
    ['Shark Valley in the Everglades', 'NATURE', 25.76, -80.77],
  ]),
  area('Orlando', 'US.FL', [
    ['Magic Kingdom', 'ENTERTAINMENT', 28.42, -81.58],
    ['Universal Studios Florida', 'ENTERTAINMENT', 28.47, -81.47],
    ['Kennedy Space Center Visitor Complex', 'MUSEUM', 28.52, -80.68],
  ]),
  area('Key West', 'US.FL', [
    ['Ernest Hemingway Home and Museum', 'HISTORIC', 24.55, -81.8],
    ['Mallory Square', 'VIEWPOINT', 24.56, -81.81],
  ]),
  area('St. Augustine', 'US.FL', [['Castillo de San Marcos', 'HISTORIC', 29.9, -81.31]]),
];
