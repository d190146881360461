// Where the results of mutating a folder are kept between runs.

/** @param {string} folder */
export const reportOf = (folder) => `.cache/mutation/${folder.replaceAll('/', '-')}-report.json`;

/** @param {string} folder */
export const resultsOf = (folder) => `.cache/mutation/${folder.replaceAll('/', '-')}-results.json`;
