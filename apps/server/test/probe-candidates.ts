import type { Client, TestApp } from './test-app.ts'

/** A submission with a key of NORTH. */
export const submission = {
  name: 'queue-probe',
  description: 'Checks a queue',
  docurl: 'https://docs.example.org/queue',
  script: 'https://code.example.org/queue.py',
  command: 'queue.py -t 30',
  contact: 'dev@example.org',
}

/** The fields that a candidate needs in testing. */
export const testing = { status: 'testing', service_type: 'queue', devel_url: 'https://devel.example.org/queue' }

export const ifMatch = (etag = '') => ({ 'if-match': etag })

/** The input of a candidate's form. */
export const bodyOf = (
  { created: _, last_update: __, mailed: ___, ...body }: Record<string, unknown>,
  change: object = {},
): Record<string, unknown> => ({ ...body, ...change })

/** Actions on the candidates of NORTH, as its superuser. */
export function candidatesOf(server: TestApp, admin: Client) {
  const read = async (id: number) => (await admin.send('GET', `probecandidates/${id}`)).body
  return {
    read,
    /** Submits a candidate with a key, and returns it as the console has it. */
    async given(values: object = {}) {
      const { status } = await server.box('box-NORTH').send('POST', '/api/v2/probes', { ...submission, ...values })
      if (status !== 201) throw new Error(`Nothing was submitted: ${status}.`)
      const { body } = await admin.send('GET', 'probecandidates')
      return read(Math.max(...body.map(({ id }: { id: number }) => id)))
    },
    change: (candidate: Record<string, unknown>, values: object, query = '', match = '*') =>
      admin.send('PUT', `probecandidates${query}`, bodyOf(candidate, values), ifMatch(match)),
  }
}
