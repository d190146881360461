'use strict';

const { pathToFileURL } = require('node:url');

// In a file of its own, because a Node without `import()` could not parse the launcher.
module.exports = (main) => import(pathToFileURL(main).href);
