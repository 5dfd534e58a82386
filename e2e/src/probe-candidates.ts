import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { machineProbes, submitProbe } from '@quatrain/contract/machine-api/probes.ts'
import { probeCandidates } from '@quatrain/contract/resources/probe-candidate.ts'
import { apiKeyHeader } from '@quatrain/contract/web-api/envelopes.ts'
import { aNumber } from './added-objects.ts'
import { sendRequest } from './send-request.ts'
import { sharedSession } from './session.ts'
import { originOf } from './visits.ts'

const api = resourceEndpoints(probeCandidates)

/** The address of the page of the candidate with this name. */
export async function candidatePath(tenant: string, name: string): Promise<string> {
  const origin = originOf(tenant)
  const { headers } = await sharedSession(origin, 'admin')
  const { body } = await sendRequest(origin, api.list.path, { headers })
  const found = api.list.answer.parse(body).find((candidate) => candidate.name === name)
  if (!found) throw new Error(`${tenant} has no candidate ${name}.`)
  return `/ui/administration/probecandidates/${found.id}`
}

/** Submits a probe to NORDIC with its API key, and returns its unique name. */
export async function aProbeCandidate(): Promise<string> {
  const name = `z-e2e-${aNumber()}`
  const body = {
    name,
    description: 'Walks through the console.',
    docurl: 'https://docs.example.org/e2e',
    script: 'https://code.example.org/e2e.py',
    command: 'e2e.py -t 30',
    contact: 'dev@example.org',
  }
  const { status, body: answer } = await sendRequest(originOf('nordic'), submitProbe.path, {
    method: 'POST',
    headers,
    body,
  })
  if (status !== 201) throw new Error(`Nothing could be submitted: ${JSON.stringify(answer)}`)
  return name
}

/** The status of the candidate with this name, as its submitter sees it. */
export async function watchedStatus(name: string): Promise<string | undefined> {
  const { body } = await sendRequest(originOf('nordic'), machineProbes.path, { headers })
  return machineProbes.answer.parse(body).find((candidate) => candidate.name === name)?.status
}

const headers = { [apiKeyHeader]: 'demo-nordic' }
