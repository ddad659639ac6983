// The layers of the product, as rules. A line that has to be bent here is a decision: write it down in docs/adr/ first.

/** What every module builds on: the audit log that each writes to, and the lists and counters of payments. */
const FOUNDATIONS = ['audit', 'payment-lists'];

/** What each feature module may import of the others, always through their index.ts. A new module starts with nothing. */
const MODULE_IMPORTS = {
  // The rows say whether a token can be upgraded, by the catalogue in force.
  'payment-lists': ['catalogue'],
  gateway: [],
  // Each session has the event that its owner works in.
  auth: ['projects'],
  // The form shows what is sold and how many units are left.
  customers: ['catalogue', 'projects', 'quota'],
  // The one calendar of bank days.
  calendar: [],
  // What is sold; knows nothing of its payments.
  projects: [],
  // Limits of tiers, moved by payments.
  quota: ['catalogue', 'projects'],
  // Terms of projects, and who agreed to them.
  terms: ['projects'],
  // What projects sell, in versions.
  catalogue: ['projects'],
  payments: ['calendar', 'catalogue', 'customers', 'gateway', 'projects', 'quota', 'terms'],
  refunds: ['calendar', 'catalogue', 'payments', 'gateway'],
  upgrades: ['catalogue', 'payments', 'projects'],
  // The receipt as page, document and mail; its number is issued by payments, with the completion itself.
  receipts: ['catalogue', 'payments', 'projects', 'terms'],
  // Decisions about payments: they refund, ask the bank again and end links through the modules that own these.
  reviews: ['payments', 'quota', 'refunds'],
  audit: [],
  // What happened to one sale, told to its seller and to admins.
  sales: ['customers', 'payments', 'projects'],
  // What the bank has paid out against what we have captured; asks by the same STATUS as everybody.
  settlements: ['calendar', 'payments', 'gateway', 'projects'],
  // Figures of a day by project and event.
  'day-close': ['projects'],
  // The test pages talk to the bank through the same port, and take its returns in through the same door.
  testing: ['payments', 'gateway'],
  // The list is filtered by project and event.
  admin: ['projects'],
  // Payments, customers and tokens from any page.
  finding: [],
  // The guards of open links are digests of addresses: the same function finds them.
  privacy: ['payments'],
  // The streams end with their sessions.
  live: ['auth', 'projects'],
  // The offline page, and what else an installed app needs.
  'web-app': [],
};

// `live` tells what was committed to whoever listens, in this process and in the others; features publish to it.
const INFRASTRUCTURE = 'config|database|http|inertia|live|runtime|mail';
const SPEC = '\\.spec\\.tsx?$';

/** Everything under src that the named folders may not see: stated as what is allowed, so that a new folder is closed at first. */
const only = (name, from, allowed, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from, pathNot: SPEC },
  to: { path: '^(src|cli|resources|test)/', pathNot: allowed },
});

const foundationsOf = (module) => (FOUNDATIONS.includes(module) ? [] : FOUNDATIONS);

const moduleRules = Object.entries(MODULE_IMPORTS).map(([module, imports]) => ({
  name: `module-${module}`,
  comment: `${module} may import ${imports.length > 0 ? imports.join(' and ') : 'no other module'}`,
  severity: 'error',
  from: { path: `^src/modules/${module}/` },
  to: { path: '^src/modules/', pathNot: `^src/modules/(${[module, ...imports, ...foundationsOf(module)].join('|')})/` },
}));

module.exports = {
  forbidden: [
    only('domain-is-pure', '^src/domain/', '^src/domain/', 'domain knows nothing but itself'),
    {
      name: 'domain-without-packages',
      comment:
        'domain runs in the browser too: no packages, no Node modules; secure-hash and same-digest alone may use node:crypto',
      severity: 'error',
      from: { path: '^src/domain/', pathNot: SPEC },
      to: { dependencyTypes: ['npm', 'npm-dev', 'npm-optional', 'npm-peer', 'npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'domain-without-node',
      comment: 'domain runs in the browser too: secure-hash and same-digest alone may use node:crypto',
      severity: 'error',
      from: { path: '^src/domain/', pathNot: `${SPEC}|^src/domain/bank-hash/(secure-hash|same-digest)` },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'secure-hash-needs-crypto-only',
      severity: 'error',
      from: { path: '^src/domain/bank-hash/(secure-hash|same-digest)', pathNot: SPEC },
      to: { dependencyTypes: ['core'], pathNot: '^(node:)?crypto$' },
    },
    only(
      'contracts',
      '^src/contracts/',
      '^src/(domain|contracts)/',
      'contracts are what crosses the wire: domain only',
    ),
    {
      name: 'contracts-without-packages',
      comment: 'contracts are types and constants',
      severity: 'error',
      from: { path: '^src/contracts/', pathNot: SPEC },
      to: { dependencyTypes: ['npm', 'npm-dev', 'npm-optional', 'npm-peer', 'npm-no-pkg', 'npm-unknown', 'core'] },
    },
    only(
      'infrastructure',
      `^src/(${INFRASTRUCTURE})/`,
      `^src/(domain|contracts|${INFRASTRUCTURE})/`,
      'config, database, http, inertia, live, runtime and mail know no feature and no composition root',
    ),
    only(
      'runtime-below-transport',
      '^src/runtime/',
      '^src/(domain|contracts|config|runtime)/',
      'runtime is the ground of database, http, live and mail, and knows none of them',
    ),
    only(
      'database-below-transport',
      '^src/database/',
      '^src/(domain|contracts|config|runtime|database)/',
      'the database knows neither requests nor emails',
    ),
    only(
      'modules',
      '^src/modules/',
      `^src/(domain|contracts|${INFRASTRUCTURE}|modules)/`,
      'a feature knows the layers below it, not the composition root, the sandbox bank or the pages',
    ),
    only(
      'api-document',
      '^src/openapi/',
      '^src/(domain|contracts|config|http|inertia|openapi)/',
      'the description of the API knows the wire, not the features that answer',
    ),
    ...moduleRules,
    {
      name: 'module-not-in-the-table',
      comment: 'a new module may import no other one until it has a line in the table',
      severity: 'error',
      from: { path: '^src/modules/([^/]+)/', pathNot: `^src/modules/(${Object.keys(MODULE_IMPORTS).join('|')})/` },
      to: { path: '^src/modules/', pathNot: '^src/modules/($1|audit|payment-lists)/' },
    },
    {
      name: 'modules-through-their-index',
      comment: "a module's index.ts is all that others may see of it",
      severity: 'error',
      from: { path: '^src/modules/([^/]+)/' },
      to: { path: '^src/modules/[^/]+/.+', pathNot: '^src/modules/($1/|[^/]+/index\\.ts$)' },
    },
    {
      name: 'modules-through-their-index-from-outside',
      comment: "a module's index.ts is all that others may see of it",
      severity: 'error',
      from: { path: '^(src|cli)/', pathNot: '^src/(modules/|worker-thread\\.ts$)' },
      to: { path: '^src/modules/', pathNot: '^src/modules/[^/]+/index\\.ts$' },
    },
    {
      name: 'worker-thread-runs-tasks',
      comment:
        'the program of the worker thread loads tasks alone: an index.ts would bring Nest and the database with it',
      severity: 'error',
      from: { path: '^src/worker-thread\\.ts$' },
      to: { path: '^src/modules/', pathNot: '^src/modules/[^/]+/[^/]+\\.task\\.ts$' },
    },
    only(
      'sandbox-bank-stands-alone',
      '^src/sandbox-bank/',
      '^src/(sandbox-bank/|domain/bank-hash/secure-hash\\.ts$)',
      'the sandbox bank is a stranger to the product: it shares the hash and nothing else',
    ),
    {
      name: 'sandbox-bank-is-started-not-used',
      comment: 'the product never knows that it talks to a sandbox; only what starts the program may name it',
      severity: 'error',
      from: { path: '^(src/[^/]+/|resources/)', pathNot: '^src/sandbox-bank/' },
      to: { path: '^src/sandbox-bank/' },
    },
    {
      name: 'nobody-imports-main',
      severity: 'error',
      from: {},
      to: { path: '^(src|cli)/main\\.ts$' },
    },
    only(
      'server-without-pages',
      '^src/',
      '^src/',
      'the server knows neither the pages, the command line nor the tests',
    ),
    only('pages', '^resources/', '^(resources|src/contracts|src/domain)/', 'pages know the wire and the domain'),
    {
      name: 'pages-never-sign',
      comment: 'nothing that can make a bank signature is sent to a browser',
      severity: 'error',
      from: { path: '^resources/' },
      to: { path: '^src/domain/bank-hash/secure-hash', reachable: true },
    },
    {
      name: 'pages-without-server-texts',
      comment: 'texts that only the server sends would make the scripts of the pages larger',
      severity: 'error',
      from: { path: '^resources/', pathNot: SPEC },
      to: { path: '^src/contracts/(messages-server|error-codes|denials)\\.ts$', reachable: true },
    },
    {
      name: 'pages-without-node',
      severity: 'error',
      from: { path: '^resources/', pathNot: SPEC },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'public-script-stays-small',
      comment: "the customer's pages carry one small script of our own, never the React client",
      severity: 'error',
      from: { path: '^resources/public(\\.ts$|/.+\\.ts$)' },
      to: { path: 'node_modules/(react|react-dom|@mantine|@inertiajs)/', dependencyTypesNot: ['type-only'] },
    },
    only(
      'command-line',
      '^cli/(?!scripts/)',
      '^(src|cli)/',
      'the command line uses the server, not its pages or tests',
    ),
    {
      name: 'scripts-are-plain-node',
      comment: 'they run before anything is built or while packages are missing',
      severity: 'error',
      from: { path: '^cli/scripts/' },
      to: { pathNot: '^cli/scripts/', dependencyTypesNot: ['core'] },
    },
    {
      name: 'no-circular',
      comment:
        'a cycle of type imports alone is harmless; any other one breaks at load time, depending on who comes first',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-circular-types',
      comment:
        'files that need each other even for a type are hard to read apart; languages, the API description and the pages have such cycles',
      severity: 'error',
      from: { path: '^(src|cli)/', pathNot: '^src/(contracts|openapi)/' },
      to: { circular: true },
    },
    {
      name: 'no-dev-dependencies',
      comment: 'the production image has no development packages; their types vanish in the build',
      severity: 'error',
      from: { path: '^(src|cli)/', pathNot: SPEC },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-undeclared-packages',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'not-to-unresolvable',
      comment: 'a misspelt path would slip through every rule above',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^\\.{1,2}/.*\\.css$' },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.css', '.d.ts'],
    },
  },
};
