import { type PartName, partNames } from '../arguments.ts'
import type { Figure, Part } from './figure.ts'

const words: Readonly<Record<PartName, Omit<Part, 'figures'>>> = {
  reads: {
    title: 'Reads',
    how:
      'Requests per second through ten connections unless another number is given, medians of rounds of three seconds in turns with the floor: a ' +
      "bare Fastify handler in the same process that runs the console's observed statement on the same database" +
      'and sends its rows with `JSON.stringify`. A second floor sends the bytes of the same response from ' +
      'memory to the same client: the difference between the two floors is the database and JSON. The slowest statement is that ' +
      'of single requests, median of five, including the round trip. The console logs as in production.',
  },
  saves: {
    title: 'Saves',
    how:
      'Saves one after the other through the real Web API on loopback. The floor is one bare statement that inserts a ' +
      'profile, as many pairs, a version and a row of the activity log. PostgreSQL syncs commits to the disk, ' +
      'as in production. Statements are those of the console, with `begin` and `commit`. The floor of a login ' +
      'is the verification of its password with Argon2 alone.',
  },
  catalogue: {
    title: 'Catalogue',
    how:
      '2,000 metric templates and 300 probes with 5 versions, 400 packages, and 101 tenants: 100 with the same 500 ' +
      'metrics, and one with 500 others, each with 5 metric profiles. Lists as above; ' +
      'those of more than 300 kB through two connections in rounds of five seconds. Writes once each: the time is that until the ' +
      'response, including deliveries to the Web API before it; statements are those of the transaction, with `begin` and ' +
      '`commit`. The floor of the delete is one bare statement that removes the same rows without history.',
  },
  'roll-out': {
    title: 'A roll-out',
    how:
      'A metric tag of 500 metric templates, which 100 tenants have metrics of, is renamed once. Memory is the ' +
      "peak of the console's process meanwhile, minus its memory before.",
  },
  tenants: {
    title: 'A thousand tenants',
    how:
      '1,000 tenants with 2,000 metrics, 5 metric profiles and 100 users each. Requests once each, by a console that has just started; ' +
      'commands of an operator include the start of their process. Writes with the growth of the peak memory of the console; meanwhile another ' +
      'tenant saves a metric profile again and again, in both stores, and the longest of these saves is reported: with those that were refused, if any were. ' +
      'The time of each job includes these saves.',
  },
  backup: {
    title: 'Backup and restore',
    how:
      'Commands of an operator in processes of their own, with the console and the Web API in one database. The duration includes the ' +
      'start of the process. Memory is the peak of the process.',
  },
  machine: {
    title: 'Machine API',
    how:
      'The lists that a monitoring box requests with its key, in a tenant with 2,000 metrics of 2,000 metric templates. Lists as in ' +
      'the catalogue; unchanged lists are requested with `If-None-Match`.',
  },
  metrics: {
    title: 'Metrics of a tenant',
    how:
      'A tenant with 2,000 metrics in 200 metric profiles, all in one package with 5 versions. Medians of five; ' +
      'statements are those of the transaction, with `begin` and `rollback`.',
  },
  groups: {
    title: 'Groups',
    how:
      'A group of 10,000 metric profiles is renamed once: each profile gets a version. The time is that until the response; ' +
      'statements are those of the transaction, with `begin` and `commit`.',
  },
  people: {
    title: 'Users and groups',
    how:
      'A tenant with 10,000 users in 500 groups of metric profiles. Reads through ten connections, in turns with the floor: a bare ' +
      'Fastify handler with one statement for the same rows. Saves one after the other; the floor is one bare ' +
      'statement that changes one row and inserts a version and a row of the activity log.',
  },
  memory: {
    title: 'Memory',
    how: 'The console in a separate process, started as in production. The requests are reads of all kinds in all tenants.',
  },
  histories: {
    title: 'Long histories',
    how:
      'All versions of one object in one response. Memory is the peak of the ' +
      "console's process meanwhile, minus its memory before; it includes the embedded database.",
  },
  archives: {
    title: 'Archives of the activity log',
    how:
      'One tenant with a log of a year: rows and as many versions of 2,500 reports. Commands of an operator in processes of their own. ' +
      'Meanwhile a user saves a metric profile of 20 pairs through the console every 20 ms after the last save.',
  },
  storage: {
    title: 'Storage of changes',
    how:
      'What a save adds to the table of versions and to the activity log on the disk, with indexes, and as a multiple of the ' +
      'JSON text of the saved document: the mean of 400 saves of small documents and of 20 saves of large ones. Both rows of a save need ' +
      'about a kilobyte besides documents. PostgreSQL compresses rows of more than 2,032 bytes only, so smaller documents are stored ' +
      'as they are. Data written ahead (WAL) are those of the whole save, in both stores, and are removed by PostgreSQL.',
  },
  'web-api': {
    title: 'Web API',
    how: 'The Web API in a separate process, started as in production, with ten concurrent readers.',
  },
  topology: {
    title: 'Topology',
    how:
      'The Web API in a separate process, started as in production. Writes once each, in a tenant without a topology; medians ' +
      'of nine requests. The floor of the filtered list is a bare Fastify handler that selects the same rows.',
  },
  demo: {
    title: 'Demonstration',
    how:
      'Medians of three starts in empty folders, from the start of the process until a page responds. Script is what ' +
      'a browser with an empty cache has requested until the network is idle, compressed with gzip.',
  },
  screens: {
    title: 'Screens',
    how:
      'In a real headless browser, on PostgreSQL. Time to the next paint is measured by the browser (Event ' +
      'Timing) in steps of 8 ms; interactions that it does not report were shorter than 16 ms.',
  },
}

/** The titles of all parts, in the order of the report. */
export const titles: readonly string[] = Object.values(words).map(({ title }) => title)

/** The measured parts of the report in order. */
export const partsOf = (figures: Readonly<Partial<Record<PartName, readonly Figure[]>>>): Part[] =>
  partNames.flatMap((name) => {
    const measured = figures[name]
    return measured ? [{ ...words[name], figures: measured }] : []
  })
