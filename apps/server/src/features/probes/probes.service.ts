import type { Notices } from '@quatrain/contract/kit/notices.ts'
import type { AddInput, ChangeInput } from '@quatrain/contract/kit/resource.ts'
import { type ProbeDocument, probes, whatSavingDoes } from '@quatrain/contract/resources/probe.ts'
import { AppError, invalidInput } from '@quatrain/platform/errors.ts'
import { isProbeUsed } from '#features/metric-templates/metric-templates.reads.ts'
import { moveTemplates, rollOut, withoutRollOut } from '#features/roll-out/roll-out.effects.ts'
import { assertFresh, authorize } from '#kit/http/authorize.ts'
import { initialComment } from '#kit/recording/changes.ts'
import { listing } from '#kit/recording/describe-change.ts'
import { record } from '#kit/recording/recorder.ts'
import { commentOfRestore } from '#kit/versions/recorded-versions.ts'
import { actorName, type Context, inCatalogue, inTransaction } from '#request/context/context.ts'
import { describeProbe, probeDocumentOf } from './probe-document.ts'
import { tenantsOnProbeVersion } from './probe-usage.repository.ts'
import { findVersionsOf, insertVersions, type KnownVersion, probeNames } from './probe-versions.repository.ts'
import * as repository from './probes.repository.ts'

type Add = AddInput<typeof probes>
type ChangeTo = ChangeInput<typeof probes>

const { kind } = probes

export function addProbe(ctx: Context, { cloned_from, former_versions: formerVersions, ...input }: Add) {
  return inTransaction(ctx, async (ctx) => {
    authorize(ctx, 'add', probes)
    const values = await valuesOf(ctx, input)
    const { restoredFrom, restoredObject = 0 } = ctx.write
    const comment = cloned_from
      ? await derivedFrom(ctx, cloned_from)
      : restoredFrom === undefined
        ? initialComment
        : (await restoring(ctx, restoredObject)).trimEnd()
    const { id } = await repository.insert(ctx.db, values, making(ctx, comment))
    await addFormerVersions(ctx, input.name, formerVersions)
    const after = probeDocumentOf({ ...input, version: values.version })
    await record(ctx, [{ kind, id, name: input.name, after, comment: () => comment }])
    return { ...after, id, nv: 1 + formerVersions.length, rowVersion: 1 }
  })
}

/** Throws `invalid_input` for a version whose package does not exist. */
async function addFormerVersions(ctx: Context, owner: string, versions: Add['former_versions']): Promise<void> {
  if (versions.length === 0) return
  const { author, at } = making(ctx, '')
  const storedPackages = await insertVersions(
    ctx.db,
    versions.map((version) => ({ ...version, owner, author, at, version_comment: initialComment })),
  )
  const problems = versions.flatMap(({ package: label }, index): [string, string][] =>
    storedPackages.includes(label) ? [] : [[`former_versions.${index}.package`, noPackage]],
  )
  if (problems.length > 0) throw invalidInput(problems)
}

/** The version of a probe is that of its package: while that is unchanged, a save updates the version. */
export function changeProbe(ctx: Context, { id, update_metrics, cloned_from, former_versions: _, ...input }: ChangeTo) {
  return inCatalogue(ctx, async (ctx) => {
    const storedProbe = await repository.findForUpdate(ctx.db, { id })
    authorize(ctx, 'change', probes)
    assertFresh(ctx, 'The probe', storedProbe)
    const values = await valuesOf(ctx, input)
    const versions = await findVersionsOf(ctx.db, id)
    const after = probeDocumentOf({ ...input, version: values.version })
    const change = {
      async apply() {
        const saved = await save(ctx, { storedProbe, values, after, versions })
        const isMoved = update_metrics === true && saved.versionId !== storedProbe.versionId
        const unmovedTemplates = isMoved
          ? await moveTemplates(ctx, { from: storedProbe.versionId, to: saved.versionId })
          : []
        return {
          saved,
          unmovedTemplates,
          staying: isMoved ? await tenantsOnProbeVersion(ctx, storedProbe.versionId) : [],
        }
      },
      async finish({ saved, unmovedTemplates, staying }: Applied) {
        const { rowVersion } = storedProbe
        const comment = () => saved.comment
        await record(ctx, [
          { kind, id, name: after.name, before: probeDocumentOf(storedProbe), after, rowVersion, comment },
        ])
        const isNew = versions.every((version) => version.id !== saved.versionId)
        const nv = storedProbe.nv + Number(isNew)
        return {
          ...after,
          id,
          nv,
          rowVersion: saved.rowVersion,
          ...leftBehind(unmovedTemplates, storedProbe, after),
          ...stayBehind(staying, storedProbe),
        }
      },
    }
    // References to an existing version are updated: its name, and the templates that get it back.
    const existingVersion = versions.find(({ version }) => version === values.version)
    return existingVersion && (existingVersion.document.name !== after.name || update_metrics)
      ? rollOut(ctx, { probeVersion: existingVersion.id }, change)
      : withoutRollOut(ctx, change)
  })
}

type Saved = Awaited<ReturnType<typeof save>>

interface Applied {
  readonly saved: Saved
  /** The names of the templates that were not moved. */
  readonly unmovedTemplates: readonly string[]
  /** The names of the tenants with metrics on the version before. */
  readonly staying: readonly string[]
}

const maxNamedTenants = 5

/** The metrics of tenants follow when their administrators update them: the version of a package is theirs to choose. */
function stayBehind(tenants: readonly string[], { version }: ProbeDocument): Notices {
  if (tenants.length === 0) return {}
  const rest = tenants.length - maxNamedTenants
  const tenantNames = rest > 0 ? [...tenants.slice(0, maxNamedTenants), `${rest} more`] : tenants
  const [tenantNoun, them] = tenants.length === 1 ? ['Tenant', 'its'] : ['Tenants', 'their']
  const stay = tenants.length === 1 ? 'stays' : 'stay'
  return {
    info: `${tenantNoun} ${listing(tenantNames)} ${stay} on version ${version} until ${them} administrators update the metrics of the package.`,
  }
}

function leftBehind(names: readonly string[], from: ProbeDocument, to: ProbeDocument): Notices {
  if (names.length === 0) return {}
  const [templateSubject, were] = names.length === 1 ? ['Metric template', 'it was'] : ['Metric templates', 'they were']
  const stay = names.length === 1 ? 'stays' : 'stay'
  return {
    warning: `${templateSubject} ${listing(names)} ${stay} on version ${from.version}: on version ${to.version} ${were} called otherwise.`,
  }
}

interface Save {
  readonly storedProbe: repository.StoredProbe
  readonly values: repository.Values & { readonly version: string }
  readonly after: ProbeDocument
  /** Newest first. */
  readonly versions: readonly KnownVersion[]
}

async function save(ctx: Context, { storedProbe, values, after, versions }: Save) {
  const { db } = ctx
  const existingVersions = versions.map(({ version }) => version)
  const does = whatSavingDoes(storedProbe.version, existingVersions, values.version)
  const { remark = '' } = ctx.write
  const restored = await restoring(ctx, storedProbe.id)
  const since = (document: ProbeDocument) => `${restored}${describeProbe(document, after)}`
  // What the history says about this save.
  const comment = since(probeDocumentOf(storedProbe))
  if (does === 'add')
    return { ...(await repository.addVersion(db, storedProbe, values, making(ctx, comment))), comment }
  if (does === 'restore') {
    const versionId = versions.find(({ version }) => version === values.version)?.id ?? storedProbe.versionId
    return {
      ...(await repository.rewriteVersion(db, storedProbe, { ...values, versionId }, making(ctx, comment))),
      comment,
    }
  }
  const [current, previous] = versions
  // The comment of the version is about the one before it; it keeps the original of a clone.
  const all = previous ? since(previous.document) : (current?.comment ?? initialComment)
  const rewritten = await repository.rewriteVersion(
    db,
    storedProbe,
    { ...values, versionId: storedProbe.versionId },
    { ...making(ctx, all), remark },
  )
  return { ...rewritten, comment }
}

const restoring = (ctx: Context, id: number) => commentOfRestore(ctx, { kind, names: probeNames }, id)

/** Refused while any version is used: a tenant's metric may still use an old one. */
export function deleteProbe(ctx: Context, name: string): Promise<Notices> {
  return inTransaction(ctx, async (ctx) => {
    const storedProbe = await repository.findForUpdate(ctx.db, { name })
    authorize(ctx, 'delete', probes)
    assertFresh(ctx, 'The probe', storedProbe)
    if (await isProbeUsed(ctx, storedProbe.id)) throw repository.isInUse()
    await repository.remove(ctx.db, storedProbe.id)
    const { id, rowVersion } = storedProbe
    await record(ctx, [{ kind, id, name, before: probeDocumentOf(storedProbe), rowVersion }])
    return {}
  })
}

const noPackage = 'Package does not exist.'

/** Throws `invalid_input` if there is no such package. */
async function valuesOf<Input extends { readonly package: string }>(ctx: Context, input: Input) {
  const packageOfProbe = await repository.findPackage(ctx.db, input.package)
  if (!packageOfProbe) throw new AppError('invalid_input', noPackage, { fields: { package: noPackage } })
  return { ...input, packageId: packageOfProbe.id, version: packageOfProbe.version }
}

async function derivedFrom(ctx: Context, id: number): Promise<string> {
  const source = await repository.findIfThere(ctx.db, { id })
  if (!source) throw new AppError('not_found', 'Probe from which to clone does not exist.')
  return `Derived from ${labelOf(source)}.`
}

const labelOf = ({ name, version }: { readonly name: string; readonly version: string }) => `${name} (${version})`

const making = (ctx: Context, comment: string): repository.Making => ({
  author: actorName(ctx),
  at: ctx.now(),
  comment,
  remark: ctx.write.remark ?? '',
})
