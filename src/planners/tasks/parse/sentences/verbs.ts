import { isToolVerb } from './tool-verbs.ts';

/** Verbs in the imperative. */
const VERBS = new Set(
  (
    'agree borrow rent mow plant sew glue sand drill decorate boil peel chop stir preheat pour knead celebrate cite think defrost stuff un-quarantine quarantine unplug power abort abstract accept acknowledge activate adapt add address adjust adopt align allow alter amend analyse analyze annotate announce ' +
    'anonymise anonymize answer append apply approve archive arrange ask assemble assert assess assign attach audit authenticate automate ' +
    'back backfill backport bake balance base batch begin benchmark bind bisect block book boot branch break brief bring broadcast browse bump ' +
    'bundle cache calculate calibrate cancel cap capture carry catch categorise categorize centralise centralize change charge chart check choose clarify ' +
    'classify clean cleanup clear click clone close coerce collapse collect combine comment commit communicate compact compare compose compress ' +
    'compute configure confirm connect consider consolidate constrain construct contact containerise containerize continue contribute convert ' +
    'coordinate copy correct count cover crawl create crop customise customize cut deactivate debounce debug decide declare decommission decouple ' +
    'decrease decrypt dedupe deduplicate define delegate delete deliver demonstrate denormalise deprecate derive describe deserialise deserialize design ' +
    'destroy detach detect determine develop diagnose diff disable discard disconnect discuss display dispose distribute do dockerise dockerize ' +
    'document double draft drain draw drop dry dump duplicate edit elaborate eliminate email embed emit empty enable encapsulate encode encrypt end ' +
    'enforce enhance enlarge ensure enter enumerate eradicate escalate escape establish estimate evaluate examine exclude expand expect explain explore ' +
    'export expose extend extract factor fail figure file fill filter finalise finalize find finish fire fix flag flatten flip flush fold follow forbid ' +
    'force fork formalise forward free freeze gather generate get give go grab grant grep group guard guarantee handle harden hash help hide highlight ' +
    'hook host hunt identify ignore illustrate implement import improve include incorporate increase index infer inform initialise initialize inject inline insert inspect ' +
    'instrument integrate introduce invalidate invert investigate invite invoke isolate issue iterate join keep kick kill label launch lay lazy-load ' +
    'lead learn leave let lift limit link list listen load localise localize locate lock log look lower mail maintain make manage map mark mask match ' +
    'measure memoise memoize mention merge minify minimise minimize mirror mock model modernise modernize modify monitor mount move mute name narrow ' +
    'nest normalise normalize note notify number obfuscate observe omit onboard open optimise optimize orchestrate order organise organize outline ' +
    'output override overwrite own pack package pad paginate paint parallelise parallelize parameterise parameterize parse partition pass paste patch pause ' +
    'perform persist phase pick pin ping pipe place plan play plot plug polish poll populate port position post postpone practise practice ' +
    'precompute prefer prefetch prefix prepare prepend present preserve press prevent preview print prioritise prioritize probe process produce profile ' +
    'prohibit promote prompt proofread propagate propose protect prototype prove provide provision prune publish pull punch purge push put qualify ' +
    'quantify query queue quote raise randomise read realign reassign rebase reboot rebuild recalculate recheck recommend recompute reconcile reconfigure reconnect ' +
    'reconsider record recover recreate redact redeploy redesign redirect redo redraw reduce refactor refer refine reflect reformat refresh refund ' +
    'regenerate register reimport reindex reinstall reintroduce reject relabel release relax reload relocate remember remind remove rename render ' +
    'renew reopen reorder reorganise reorganize repair repeat repackage replace replay replicate reply repoint report reproduce request require rerun re-run ' +
    're-enable re-add re-test re-deploy re-index re-read re-create re-generate re-check resend reschedule research reserve reset reshape resize resolve ' +
    'respond restore restrict restructure retest rethink retire retrain retrieve retry return reuse reveal revert review revise revisit revoke reword rework rewrite ' +
    'roll rotate round route sanitise sanitize save say scale scan schedule scope scrape screen script scrub seal search secure see seed select send ' +
    'separate serialise serialize serve set setup share shard shift ship shorten show shrink shut sign silence simplify simulate sketch skip slice ' +
    'smoke-test snapshot sniff solve sort source specify speed spike spin split spread squash stabilise stabilize stage standardise standardize stash stick store ' +
    'stream streamline strengthen strip structure stub style submit subscribe substitute suggest sum summarise summarize supply support suppress surface survey suspend swap switch ' +
    'sync synchronise synchronize tabulate tag tail take talk tarball teach tear tell template terminate throttle throw tick tidy tie tighten time ' +
    'toggle touch trace track train transcribe transfer transform translate transpose trash treat triage trigger trim triple troubleshoot try tune turn tweak type ' +
    'unblock uncomment undo unify uninstall unit-test unlink unlock unmount unpack unpin unset unsubscribe unzip update upgrade upload uppercase use vacuum validate ' +
    'vendor verify version visit visualise visualize vote wait walk warm warn wash watch weigh whitelist allowlist widen wipe wire withdraw work wrap write ' +
    'zip zoom attend organize buy sell pay call phone text meet hire interview demo present rehearse water feed cook bake paint hang wash sweep mop vacuum iron fold unload load ' +
    'e2e-test load-test dogfood mop-up spellcheck cross-check double-check lint-fix hand dig chase nudge loop beef bring-up bin ditch nuke kill yank rip hoist ' +
    'abandon abolish accelerate accommodate accompany accomplish achieve acquire adjourn administer advertise affix allot anticipate appoint ' +
    'appraise assure attain attract authorise authorize augment avert await bolster brighten broaden bury carve caulk cease certify chat ' +
    'circumvent cleanse compile comply conceal conclude condense conserve consult convene convey convince cultivate curtail debrief debunk ' +
    'decipher decode deduct dedicate deepen defer demolish deny depict descale dismantle discount disclose discover dispense displace ' +
    'distinguish divert earmark educate elect embrace emphasise emphasize empower enact enclose encourage endorse engage engrave enlist ' +
    'enquire enrich enrol enroll entrust envision equip erase exit expedite expel exploit extinguish fasten fulfil fulfill fundraise furnish ' +
    'govern greet heal hone illuminate impose inflate initiate inquire insulate instruct insure interpret interrupt invent invest jot ' +
    'justify knit lend lengthen lessen lighten liquidate loosen manufacture mend mitigate motivate multiply navigate negotiate nail obtain ' +
    'operate oversee offset overturn participate pave persuade pinpoint predict procure pronounce pursue quit reassure reclaim recoup ' +
    'recycle redefine refinance refocus refuel refurbish regroup regulate reheat reimburse reinforce relieve rephrase replenish represent ' +
    'restock retrofit revamp revive revitalise revitalize rinse satisfy seek settle sever shake sharpen sift slide soak solder solicit speak ' +
    'spend straighten subtract sustain tackle tailor tuck transport uncover undertake unfold unravel unveil uphold vary waive wake weave ' +
    'withhold'
  ).split(' '),
);

/** Verbs that are as often nouns: imperatives only with an object. */
const NOUNS_TOO = new Set(
  (
    'abstract address answer audit back balance base batch benchmark block book boot branch break brief bump bundle cache cap capture catch change charge ' +
    'chart check clone comment commit contact copy count cover crawl crop cut debug delegate design display document double draft drain draw drop dump ' +
    'edit email empty end escape estimate expect export extract factor fail figure file fill filter fire fix flag flip flush fold force fork forward free ' +
    'freeze grant group guard guarantee handle hash help highlight hook host hunt import increase index issue join kick kill label launch lead lift limit link list ' +
    'load lock log look mail map mark mask match measure mention merge mirror mock model monitor mount move mute name nest note number open order outline ' +
    'output override pack package pad paint parse pass paste patch pause phase pick pin ping pipe place plan play plot plug poll port position post practice ' +
    'prefix present press preview print probe process produce profile prompt prototype pull purge push query queue quote raise read record refresh ' +
    'refund release reload repair repeat replay report request research reserve reset resolve retry return review roll round route save scale scan schedule ' +
    'scope scrape screen script scrub search seed separate set setup share shard shift ship show sign silence sketch skip slice snapshot sort source spike ' +
    'spin split spread squash stage stash stick store stream structure stub style sum supply support surface survey swap switch sync tag tail talk template text ' +
    'throw tick tie time toggle touch trace track train transfer trash treat trigger trim triple try tune turn tweak type update upgrade upload use vacuum version visit ' +
    'vote wait walk warm watch water wire work wrap zip zoom run build deploy test format call fetch download start stop restart cleanup demo hand dig loop bin interview'
  ).split(' '),
);

/** Nouns that are sometimes verbs: the following words must show it. */
const SELDOM_VERBS = new Set(
  (
    'access account act advance aim anchor appeal assist attack auction award ban bar bid blend board boost box brand bridge brush ' +
    'budget buffer burn bypass cast catalog catalogue center centre chain challenge channel circle claim clip coach coat code color ' +
    'colour command complete control credit cross cure date deal debate decline delay demand deposit detail direct discharge dispatch ' +
    'divide dock drag dress drive dye edge engineer exchange exercise exhibit experiment express face farm feature fence fight film ' +
    'finance fit flash float flood fly focus forecast form frame fuel fund gate gear grade grill grind ground guide hack hammer harness ' +
    'harvest head heat hit hold hop interface invoice jam judge jump key knock land lease level license line loan market mash master ' +
    'mine mix network object offer oil orient pair park patent photograph pile pilot pivot point pool pop pound praise price prime ' +
    'program project promise protest pump purchase question race rack rake rally rank rate reach recall reference reform refuse repeal ' +
    'rest resume reverse reward ride ring risk roast rope rub rule rush safeguard sample score scratch screw scroll seat service shape ' +
    'shave shed shelter shop shuffle signal sink size slow smash smoke smooth spell sponsor spot spray sprinkle stack staff stamp ' +
    'staple star state steer step stitch stockpile strain stretch strike string study supplement swim swipe tally target taste tax ' +
    'thread tile tip top toss total tour trade transition trap travel value view voice volunteer warehouse wax weed wind witness ' +
    'workshop'
  ).split(' '),
);

/** Prefixed verbs: unskip, reassign, deregister. */
const PREFIX =
  /^(?:un|re|de|dis|pre|over|under|out|mis|co|auto|cross|hot|bulk|hard|soft|force)-?(?=\p{L}{3})/u;

/** Whether a word can be an imperative. */
export function isVerb(word: string): boolean {
  const plain = word.toLowerCase();
  return VERBS.has(plain) || isToolVerb(plain) || VERBS.has(plain.replace(PREFIX, '')) || isCompound(plain);
}

/** `spell-check` and `hot-reload` are verbs by their second part; `on-call` is a noun. */
function isCompound(word: string): boolean {
  const [, first = '', second = ''] = /^([a-z]+)-([a-z]+)$/.exec(word) ?? [];
  if (/^(?:on|off|in|out|by|up|down|non?|well|one|two)?$/.test(first)) return false;
  return VERBS.has(second) && (!NOUNS_TOO.has(second) || /^(?:check|test)$/.test(second));
}

/** Whether a verb is as often a noun. */
export function isNounToo(word: string): boolean {
  return NOUNS_TOO.has(word.toLowerCase());
}

/** Whether a word is a noun that is sometimes an imperative. */
export function isSeldomVerb(word: string): boolean {
  return SELDOM_VERBS.has(word.toLowerCase());
}

/** The verb in "adding", "renaming" or "running". */
export function verbOfGerund(word: string): string | undefined {
  const [, stem] = /^([a-z-]{2,30})ing$/i.exec(word) ?? [];
  if (stem === undefined) return undefined;
  const candidates = [stem, `${stem}e`, stem.replace(/(.)\1$/, '$1'), stem.replace(/y$/, 'ie')];
  return candidates.find((candidate) => isVerb(candidate) || isSeldomVerb(candidate));
}
