import { randomUUID } from 'node:crypto'
import {
  collectionOfProfileType,
  reportTrends,
  usualThresholds,
  type WebApiReportInput,
  type WebApiReportProfile,
} from '@quatrain/contract/web-api/reports.ts'
import { bothInOrder, sendStatement } from '@quatrain/platform/database/transactions.ts'
import type { DatedPath } from '#kit/dated-tables.ts'
import type { Context } from '#kit/endpoint.ts'
import { assertItemSeen, changesIn } from '#kit/etags.ts'
import { isId } from '#kit/ids.ts'
import { inNamingTransaction } from '#kit/names.ts'
import { type NamedItem, type NamesOfKind, namesOf } from '#kit/references.ts'
import { itemNotFound, unprocessable } from '#kit/refusals.ts'
import type { Db } from '#kit/tenancy.ts'
import { isProfileType, type KnownProfiles, problemsOfReport } from './report-rules.ts'
import * as repository from './reports.repository.ts'

/** All of them as JSON, or only those with the name. */
export const findReports = ({ db }: Context, today: string, name: string): Promise<string> =>
  repository.findAll(db, today, name)

/** One as JSON, with its number of changes. */
export async function findReport({ db }: Context, today: string, id: string) {
  const stored = isId(id) ? await repository.find(db, today, id) : undefined
  if (!stored) throw itemNotFound()
  return stored
}

/** Returns the id of the new report. */
export async function addReport(ctx: Context, today: string, input: WebApiReportInput): Promise<string> {
  const id = randomUUID()
  await inTransaction(ctx, async (db) => {
    const change = changeOf(ctx, await resolved(db, today, input), usual)
    await sendStatement(db, repository.insert(id, change))
  })
  return id
}

/** Replaces the report except for settings that the client leaves out. Returns it as stored, with its number of changes. */
export async function changeReport(
  ctx: Context,
  today: string,
  id: string,
  input: WebApiReportInput,
  ifMatch: string | undefined,
) {
  const updateOfSeen = changeAsSeen(ctx, today, id, input, ifMatch)
  const sentUpdate = updateOfSeen && (await inTransaction(ctx, (db) => sendStatement(db, updateOfSeen)))
  const [storedAsSeen] = (await sentUpdate?.answer) ?? []
  if (storedAsSeen) return { ...storedAsSeen, isNewDay: false }
  const { answer } = await inTransaction(ctx, async (db) => {
    const { storedReport } = await findForWrite(db, id, ifMatch)
    const [before, complete] = await bothInOrder(storedReport, resolved(db, today, input))
    const change = changeOf(ctx, complete, before.document)
    return sendStatement(db, repository.update(today, id, change))
  })
  const [stored] = await answer
  if (!stored) throw new Error(`The report ${id} was not stored.`)
  return { ...stored, isNewDay: false }
}

/**
 * The statement that stores a change of the state that the client has read, if the input leaves out no settings and has the names of its
 * profiles. It stores nothing otherwise.
 */
function changeAsSeen(ctx: Context, today: string, id: string, input: WebApiReportInput, ifMatch: string | undefined) {
  const changes = isId(id) ? changesIn(ifMatch, id) : undefined
  const profiles = profilesIn(input)
  const namesOfKind = (kind: DatedPath) =>
    new Map(profiles.flatMap(({ path, id, name }) => (path === kind ? [[id, name]] : [])))
  const { computations, thresholds } = input
  const isInvalid = problemsOfReport(input, knownProfiles(namesOfKind)).length > 0
  if (changes === undefined || isInvalid || !computations || !thresholds) return undefined
  return repository.update(today, id, changeOf(ctx, input, { computations, thresholds }), { changes, profiles })
}

export const deleteReport = (ctx: Context, id: string, ifMatch: string | undefined) =>
  inTransaction(ctx, async (db) => {
    const { storedReport } = await findForWrite(db, id, ifMatch)
    await storedReport
    await repository.markDeleted(db, id, ctx.now, ctx.caller)
  })

type Settings = Pick<repository.ReportDocument, 'weight' | 'computations' | 'thresholds'>

const usual: Settings = {
  computations: { ar: true, status: true, trends: [...reportTrends] },
  thresholds: usualThresholds,
}

function changeOf(ctx: Context, input: WebApiReportInput, settings: Settings): repository.ReportChange {
  const { info, weight, computations, thresholds, ...otherFields } = input
  const document = {
    ...otherFields,
    description: info.description,
    weight: weight ?? settings.weight,
    computations: computations ?? settings.computations,
    thresholds: thresholds ?? settings.thresholds,
  }
  return { name: info.name, document, changedAt: ctx.now, by: ctx.caller }
}

/** Asks for the stored report, without waiting. `storedReport` throws if there is none, or if the client has not read it. */
async function findForWrite(db: Db, id: string, ifMatch: string | undefined) {
  if (!isId(id)) throw itemNotFound()
  const { answer } = await sendStatement(db, repository.selectForWrite(id))
  const storedReport = answer.then(([stored]) => {
    assertItemSeen(stored, id, ifMatch)
    return stored
  })
  storedReport.catch(() => {})
  return { storedReport }
}

/** Its profiles of known types. */
const profilesIn = ({ profiles }: WebApiReportInput): NamedItem[] =>
  profiles.flatMap(({ id, name, type }) =>
    isProfileType(type) ? [{ path: collectionOfProfileType[type], id, name }] : [],
  )

const knownProfiles = (namesOfKind: NamesOfKind) =>
  Object.fromEntries(
    Object.entries(collectionOfProfileType).map(([type, path]) => [type, namesOfKind(path)]),
  ) as KnownProfiles

/** The report with the names that its profiles have today. Throws a refusal with all violations. */
async function resolved(db: Db, today: string, input: WebApiReportInput): Promise<WebApiReportInput> {
  const { names } = await namesOf(db, profilesIn(input), today)
  const profilesOfTypes = knownProfiles(await names)
  const problems = problemsOfReport(input, profilesOfTypes)
  if (problems.length > 0) throw unprocessable(problems)
  const referenceTo = ({ id, name, type }: WebApiReportProfile) => ({
    id,
    name: (isProfileType(type) ? profilesOfTypes[type].get(id) : undefined) ?? name,
    type,
  })
  return { ...input, profiles: input.profiles.map(referenceTo) }
}

const inTransaction = <T>({ db }: Context, work: (db: Db) => Promise<T>): Promise<T> =>
  inNamingTransaction(db, 'reports', 'Report with the same name already exists', work)
