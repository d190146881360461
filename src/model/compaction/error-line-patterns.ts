/** Patterns of error lines, tool by tool. Each is tried on a line of bounded length. */

function anyOf(...patterns: readonly RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join('|'));
}

function inAnyCase(...patterns: readonly RegExp[]): RegExp {
  return new RegExp(anyOf(...patterns).source, 'i');
}

/** Only names of the operating system and of npm: `EVERY` and `EXPORT` are words. */
export const ERROR_CODE =
  /\b(?:ERR_[A-Z0-9_]+|E(?:ACCES|ADDRINUSE|ADDRNOTAVAIL|AGAIN|BADF|BUSY|CONNABORTED|CONNREFUSED|CONNRESET|DQUOT|EXIST|FBIG|HOSTDOWN|HOSTUNREACH|INTR|INVAL|IO|ISDIR|LOOP|MFILE|MSGSIZE|NAMETOOLONG|NETDOWN|NETUNREACH|NFILE|NOENT|NOMEM|NOSPC|NOSYS|NOTCONN|NOTDIR|NOTEMPTY|NOTFOUND|NOTSUP|PERM|PIPE|PROTO|ROFS|SPIPE|SRCH|TIMEDOUT|TXTBSY|XDEV|AI_AGAIN|404|JSONPARSE|RESOLVE|INTEGRITY|USAGE|NOTCACHED|BADENGINE|BADPLATFORM|PEERINVALID|OTP|NEEDAUTH))\b/;

/** Locations in code, in the formats of many languages' stack traces. */
export const FRAME = anyOf(
  /^\s*(?:\|\s*)*at\s\S.*(?:[:(]\d|\bline \d|\(Native Method\)|\(<anonymous>\)|\([\w$]+\.\w+\)|\(.*\)$)/,
  /^[\s|]*File ".*", line \d+/,
  /^\s+(?:from )?\S+:\d+:in\b/,
  /^\t\S+\.go:\d+/,
  /^\s*#\d+ \S/,
  /^\s*-->\s\S+:\d+/,
  /^\s*❯ \S+:\d+/,
  /^\s*\d+:\s+\S+::/,
  /^\s*\d+ (?:\[\w+\] )?\s*0x/,
  /^\s*thrown in .* on line \d+/,
  /^\s*from \S+:\d+/,
  /^\s*[\w./-]+\.\w+:\d+: in \w+/,
  /^\s{2,}\S+\.\w+:\d+:\d+:?$/,
  /^\s*#\s\S+:\d+:in\b/,
  /^\s*[╭┌]─+\[.*:\d+/,
  /^\S+\.\w+:\d+$/,
  /^\.\/\S+:\d+:\d+$/,
  /^\s*> \d+ \|/,
  /^\S+:\d+:\d+:\s+required from/,
);

/** Frames of runtimes and packages, which say little about the reader's own code. */
export const FOREIGN = anyOf(
  /\bnode:/,
  /node_modules[\\/]/,
  /(?:site|dist)-packages[\\/]/,
  /\/lib\/python/,
  /<frozen /,
  /<anonymous>\)/,
  /\binternal[\\/]/,
  /\/rustc\//,
  /\.cargo[\\/]/,
  /^\s*(?:at )?\d*:?\s*(?:core|std|alloc|__rustc|test)::/,
  /\/usr\/(?:local\/)?(?:include|share|lib\d*|go)[\\/]/,
  /\/go\/pkg\/mod\//,
  /^\s*at (?:java\.base\/|app\/\/(?:org\.junit|java)|java\.|javax\.|jdk\.|sun\.|jakarta\.|kotlin[x.]|scala\.|groovy\.|org\.(?:junit|springframework|apache|gradle|hibernate|opentest4j|eclipse)\.|io\.(?:netty|ktor|micronaut|quarkus)\.|com\.(?:sun|google|fasterxml)\.|reactor\.|System\.|Microsoft\.|Xunit\.|NUnit\.|lambda\$)/,
  /[\\/]gems[\\/]/,
  /<internal:/,
  /[\\/]vendor[\\/]/,
  /\[internal function\]/,
  /\{main\}/,
  /\.\.\/sysdeps/,
  /\.\.\/csu/,
  /libsanitizer/,
  /__libc_/,
  /libswift/,
  /^Swift\//,
  /\bnative\b/,
  /^\s*\S+::_/,
);

/** Summaries of errors, advice, and programs that report the failure of another one. */
export const SUMMARY = inAnyCase(
  /\baborting due to\b/,
  /\bcould not compile\b/,
  /^For more information/,
  /\bFound \d+ errors?\b/,
  /^\s*\d+ errors?(?: generated)?\.?$/,
  /\bcompilation terminated/,
  /\bld returned\b/,
  /\bLifecycle script\b/,
  /\berror during build\b/,
  /\bBuild failed\b/,
  /^\s*BUILD FAIL/,
  /\bA complete log\b/,
  /\bcommand failed\b/,
  /^npm error (?:command|path|workspace|location|Run |To see|A complete| {2})/,
  /\bcompiled with \d+ errors?\b/,
  /^FAILURE: /,
  /^\[INFO\]/,
  /\bHelp \d+\]/,
  /Re-run Maven/,
  /To see the full stack trace/,
  /Failed to execute goal/,
  /Execution failed for task/,
  /COMPILATION ERROR/,
  /^error: (?:fatalError|test failed|doctest failed|process didn't exit)/,
  /^\s*FAIL\s*$/,
  /^FAIL\s\S+\s[\d.]+s$/,
  /^FAILURES!/,
  /^Build FAILED/,
  /^Failed to compile/,
  /Application run failed/,
  /A failure occurred while/,
  /Compilation error\. See log/,
  /There were failing tests/,
  /^Failures?:$/,
  /Failed Tests? \d+/,
  /\bBEGIN failed\b/,
  /^The above exception/,
  /^During handling of/,
  /Automatic merge failed/,
  /Execution of .* aborted due to/,
  /^Traceback \(/,
  /^\s*(?:Error Message|Stack Trace):/,
  /failed to push some refs/,
  /New migrations cannot/,
  /^\s*Application .*failed/,
);

/** Totals of test runners, which say how much is broken. */
export const TALLY = inAnyCase(
  /^\s*test result: FAILED/,
  /^\s*Test Suites: .*failed/,
  /^\s*Tests:? .*fail/,
  /^\s*Tests: \d+, /,
  /^\s*\d+ failing/,
  /^\s*\d+ examples?, /,
  /^\s*Executed \d+ tests?, /,
  /^\s*Failed!\s/,
  /^\s*[✖✗] \d+ problems?/,
  /^\s*\d+ (?:failed|passed)\b/,
);

/** How a program ended. */
export const EXIT = anyOf(
  /\bexit(?:ed|s)?(?: (?:code|status|value|with))*\W{0,3}-?\d+\b/,
  /\b(?:code|status|signal)\b\W{0,3}(?:\d+|SIG[A-Z]+)\b/,
  /\bSIG[A-Z]{3,}\b/,
  /^make(?:\[\d+\])?: \*\*\*/,
  /\b(?:Segmentation fault|Killed|Aborted|Bus error)\b/,
  /\bkilled by\b/,
  /\bended with exit code\b/,
);
/** An error code on a line of its own. */
export const CODE_LINE = anyOf(
  /^\s*code:\s*['"]\w+['"]/,
  /^\s*npm error code \S*[A-Z]\S*/,
  /^\s*Database error code: /,
);

/** Messages that start with the name of an exception. */
export const EXCEPTION = anyOf(
  /^[\s|>+]*(?:(?:E\s{2,}|\[cause\]: |Exception in thread "[^"]*" |Caused by: |Suppressed: |Unhandled exception[.:] |---> |PHP |Next |Uncaught |Unhandled |Fatal error:\s+Uncaught |npm error )*)(?:[\w$]+(?:\.|::|\\))*[A-Z]\w*(?:Error|Exception|Panic|Fault|Interrupt|Timeout|Failure|Exit)(?:\s*[[(][^\])]{0,80}[\])])?(?::|\s*$|\s+\()/,
  /\((?:[A-Z]\w*::)*[A-Z]\w*(?:Error|Exception|NotFound|Invalid|Interrupt|Timeout)\)\s*$/,
  /^\s*(?:[|+]\s*)*Error(?: \[\w+\])?:/,
  /^Uncaught /,
  /^PHP (?:Fatal|Parse) error:/,
  /\[cause\]: /,
  /^Caused by: /,
  /^\s*---> /,
  /^Next \w/,
);

/** Errors in a format of one tool. */
export const OTHER_ERROR = anyOf(
  /^panic: /,
  /^\*\* \(/,
  /\b[Ee]rror (?:in|from|at|response from) \S/,
  /\bpanicked at\b/,
  /^fatal error: /,
  /\bFatal error: /,
  /\bterminate called\b/,
  /\bwhat\(\):/,
  /\b(?:ERROR|WARNING|SUMMARY): \w*Sanitizer\b/,
  /^\s*(?:FAILED \S+::|FAIL\s+\S+\.\w+\s*>|FAIL\s+\S+\.\w+\s*(?:\(|$)|● |--- FAIL: |✖ |× |rspec \.\/|E\s{3,}\S|\d+\) \w+::)/,
  /\bCONFLICT \(/,
  /: (?:command )?not found$/,
  /\bcommand not found\b/,
  /: Permission denied$/,
  /: No such file or directory$/,
  /\bunbound variable\b/,
  /\bsyntax error\b/,
  /^Can't /,
  /\bModule (?:not found|parse failed)\b/,
  /\bCannot find (?:module|package)\b/,
  /\bCould not (?:resolve|find|translate|load)\b/,
  /\bfailed to resolve import\b/,
  /\bMissing script\b/,
  /\bthrown: /,
  /\bundefined reference to\b/,
  /\bassertion\b.*\bfailed\b/,
  /^Failed asserting/,
  /\bAssert\.\w+\(\) Failure/,
  /^thread '/,
  /^ERROR \d+/,
  /\bcannot connect\b/,
  /\bFatal: /,
  /requires explicit package name/,
  / at \S+ line \d+\.$/,
);

/** Findings of compilers and linters. */
export const FINDING = anyOf(
  /\berror(?:\[\w+\]|\s+[A-Z]+\d+)?:/,
  /\berror\s{2}\S/,
  /^e: /,
  /^\[ERROR\]/,
  /\[ERROR\] /,
  /\bERROR(?: in|:)/,
  /\bfatal: /,
  /^\S+\.\w+:\d+(?::\d+)?: (?!note|warning|info|in |required|remark|\s)\S/,
  /^\S+:\(\.\w+[^)]*\): /,
);
/** Lines that look like a finding but are a remark about one. */
export const NO_ERROR = /\b(?:note|warning|info|remark|help): |\brequired from\b|\[-W\w/;

/** Words of failure in no known format. */
export const COMPLAINT =
  /\b(?:error|fail(?:ed|ure|s)?|cannot|can't|could(?: not|n't)|unable|refused|denied|not found|no such|invalid|missing|undefined|unexpected|already (?:in use|exists)|time[ds]? ?out|attempt to|not (?:declared|allowed|permitted|recognized)|does ?n[o']t exist|has not been|halted|abort(?:ed|ing))\b/i;
/** Such words in a context that means success. */
export const NO_COMPLAINT =
  /\b(?:0|no) (?:errors?|failures?|failed)\b|\b(?:warning|warn|note|info|debug|hint|help)\b/i;

/** Details that people look for first: expected and actual values. */
export const DETAIL = /^\s*(?:Expected|Received|Actual|expected|got)\s*:\s|^DETAIL:|^\s*what\(\):/;
/** A file with a line number, in any format. */
export const PLACE = /[\w.)-]:\d+(?::\d+)?\b|\[\d+,\d+\]|\(\d+,\d+\)|\bline \d+\b|\S+\.\w+\(\d+\)/;

/** Output of npm itself. */
export const NPM_ERROR = /^npm (?:error|ERR!) \S/;
