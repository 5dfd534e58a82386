import { type PartName, partNames } from '../arguments.ts'
import type { Figure, Part } from './figure.ts'

const words: Readonly<Record<PartName, Omit<Part, 'figures'>>> = {
  reads: {
    title: 'Reads',
    how:
      'Requests per second through ten connections where nothing else is said, medians of rounds of three seconds, taken in turns with the floor: a ' +
      'bare Fastify handler in the same process that runs on the same database the one statement that the console was ' +
      'seen to run, and sends its rows with `JSON.stringify`. A second floor sends the bytes of the same answer from ' +
      'memory to the same client: what is between the two floors is the database and JSON. The slowest statement is that ' +
      'of one request at a time, median of five, with its way there. The console logs as it does in production.',
  },
  saves: {
    title: 'Saves',
    how:
      'One save after the other through the real Web API on loopback. The floor is one bare statement that inserts a ' +
      'profile, as many pairs, a version and a row of the activity log. PostgreSQL writes to the disk before it ' +
      'confirms, as in production. Statements are those of the console, with `begin` and `commit`. The floor of a login ' +
      'is the comparison of its password with Argon2 alone.',
  },
  catalogue: {
    title: 'The catalogue',
    how:
      '2,000 metric templates and 300 probes of 5 versions, 400 packages, and 101 tenants: a hundred with the same 500 ' +
      'metrics, and one with 500 that are its own, each with 5 metric profiles. Lists as above; ' +
      'those of more than 300 kB through two connections in rounds of five. Writes once each: the time is that until the ' +
      'answer, with what the Web API is told before it; statements are those of the transaction, with `begin` and ' +
      '`commit`. The floor of the delete is one bare statement that removes the same rows and remembers nothing.',
  },
  'roll-out': {
    title: 'A roll-out',
    how:
      'A metric tag of 500 metric templates, of which each of 100 tenants has metrics, is renamed once. Memory is what the ' +
      'process of the console held at most meanwhile, beyond what it held before.',
  },
  machine: {
    title: 'The machine API',
    how:
      'What a monitoring box of a tenant with 2,000 metrics of 2,000 metric templates asks for with its key. Lists as in ' +
      'the catalogue; unchanged is the same with `If-None-Match`.',
  },
  metrics: {
    title: 'Metrics of a tenant',
    how:
      'A tenant of 2,000 metrics in 200 metric profiles, all of them of one package of 5 versions. Medians of five; ' +
      'statements are those of the transaction, with `begin` and `rollback`.',
  },
  memory: {
    title: 'Memory',
    how: 'The console in a process of its own, started as in production. The requests are reads of all kinds in all tenants.',
  },
  histories: {
    title: 'Long histories',
    how:
      'Every version of one object, asked for at once through the endpoint that answers with all of them. Memory is what the ' +
      'process of the console held at most meanwhile, beyond what it held before; with the embedded database, that is in it.',
  },
  'web-api': {
    title: 'The Web API',
    how: 'The Web API in a process of its own, started as in production, with ten readers at a time.',
  },
  demo: {
    title: 'The demonstration',
    how:
      'Medians of three starts in empty folders, from the start of the process until a page is answered. Script is what ' +
      'a browser with an empty cache has asked for when the network has come to rest, at its size with gzip.',
  },
  screens: {
    title: 'Screens',
    how:
      'In a real browser without a window, on PostgreSQL. To the next paint: what the browser itself measures (Event ' +
      'Timing), in steps of 8 ms; what it does not report was shorter than 16 ms.',
  },
}

/** The titles of all parts, in the order of the report. */
export const titles: readonly string[] = Object.values(words).map(({ title }) => title)

/** The parts of the report in their order, as far as they were measured. */
export const partsOf = (figures: Readonly<Partial<Record<PartName, readonly Figure[]>>>): Part[] =>
  partNames.flatMap((name) => {
    const measured = figures[name]
    return measured ? [{ ...words[name], figures: measured }] : []
  })
