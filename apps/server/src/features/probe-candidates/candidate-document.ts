import type { ProbeCandidate, ProbeCandidateDocument } from '@quatrain/contract/resources/probe-candidate.ts'

/** What a version of a candidate keeps: neither times nor mails, which no restoring brings back. */
export const documentOf = (candidate: ProbeCandidate): ProbeCandidateDocument => ({
  name: candidate.name,
  description: candidate.description,
  docurl: candidate.docurl,
  rpm: candidate.rpm,
  yum_baseurl: candidate.yum_baseurl,
  script: candidate.script,
  command: candidate.command,
  contact: candidate.contact,
  status: candidate.status,
  service_type: candidate.service_type,
  devel_url: candidate.devel_url,
  production_url: candidate.production_url,
  rejection_reason: candidate.rejection_reason,
})
