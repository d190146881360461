#!/usr/bin/env node
// ES5 on purpose: an old Node must get far enough to say that it is too old.
'use strict';

var childProcess = require('child_process');
var fs = require('fs');
var path = require('path');

var OLDEST_NODE = '22.13';
var home = path.dirname(__dirname);
var main = path.join(home, 'dist', 'surfaces', 'cli', 'main.js');
// What a coding agent waits for, in one file.
var hook = path.join(home, 'dist', 'hook', 'hook-main.mjs');

if (!fs.existsSync(main)) {
  refuse('wayfold is not built: there is no ' + main + '.', 'Run this in ' + home + ': npm run build');
} else if (isRecent(process.versions.node)) {
  require('./import-main.cjs')(isPlainHook() ? hook : main);
} else {
  runOrRefuse(findNode(home) || findNode(process.cwd()));
}

/** Whether an agent calls its hook where no configuration file has a say. */
function isPlainHook() {
  var isNamed = process.argv.length === 7 && process.argv[5] === '--data';
  if (process.argv[2] !== 'hook' || (process.argv.length !== 5 && !isNamed)) return false;
  if (/^-/.test(process.argv[3] + process.argv[4])) return false;
  if (process.env.WAYFOLD_CONFIG || !fs.existsSync(hook)) return false;
  return !hasConfiguration(process.cwd());
}

function hasConfiguration(folder) {
  if (fs.existsSync(path.join(folder, 'wayfold.config.json'))) return true;
  return folder !== path.dirname(folder) && hasConfiguration(path.dirname(folder));
}

function runOrRefuse(node) {
  if (node) return runWith(node);
  refuse(
    'wayfold needs Node ' +
      OLDEST_NODE +
      ' or newer; this is ' +
      process.version +
      ' (' +
      process.execPath +
      ').',
    'Install a newer Node, or add one to your project: npm install --save-dev node@24'
  );
}

function isRecent(version) {
  var found = String(version).split('.').map(Number);
  var oldest = OLDEST_NODE.split('.').map(Number);
  return found[0] > oldest[0] || (found[0] === oldest[0] && found[1] >= oldest[1]);
}

/** The `node` package from the npm registry, in the `node_modules` of `directory` or of one above it. */
function findNode(directory) {
  var packaged = path.join(directory, 'node_modules', 'node');
  var executable = path.join(packaged, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (fs.existsSync(executable) && isRecent(versionOf(packaged))) return executable;
  var parent = path.dirname(directory);
  return parent === directory ? undefined : findNode(parent);
}

function versionOf(packaged) {
  try {
    return JSON.parse(fs.readFileSync(path.join(packaged, 'package.json'), 'utf8')).version;
  } catch (_unreadable) {
    return '0.0';
  }
}

function runWith(node) {
  var child = childProcess.spawn(node, process.execArgv.concat(__filename, process.argv.slice(2)), {
    stdio: 'inherit',
  });
  ['SIGINT', 'SIGTERM', 'SIGHUP'].forEach(function (signal) {
    process.on(signal, function () {
      // A terminal sends Ctrl-C to the child as well; passing it on would make it two.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    });
  });
  child.on('error', function (error) {
    refuse(
      'wayfold could not start ' + node + ': ' + error.message,
      'Install Node ' + OLDEST_NODE + ' or newer.'
    );
  });
  child.on('exit', function (code, signal) {
    if (!signal) process.exit(code);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

function refuse(problem, remedy) {
  console.error(problem + '\n' + remedy);
  process.exitCode = 1;
}
