import { type ProbeDocument, probes } from '@quatrain/contract/resources/probe.ts'
import { describeChange } from '#kit/recording/describe-change.ts'

/** The document of a version of the probe. */
export const probeDocumentOf = (probe: ProbeDocument): ProbeDocument => ({
  name: probe.name,
  version: probe.version,
  package: probe.package,
  description: probe.description,
  comment: probe.comment,
  repository: probe.repository,
  docurl: probe.docurl,
})

/** The generated comment of a version. A new version is named by its package. */
export const describeProbe = (before: ProbeDocument, after: ProbeDocument): string =>
  describeChange(probes.compared, { ...before, version: after.version }, after)
