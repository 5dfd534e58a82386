import type { Answer, OpenTransaction } from './engine.ts'

/** Sends a statement at once, behind those that were sent before. */
export type Send = (text: string, parameters: readonly unknown[]) => Promise<Answer>

/**
 * A transaction that `begin` begins, on a session that answers statements in the order in which they are sent. A statement behind a
 * failed one of the same transaction fails, so that none runs outside of the scope that `begin` enters.
 */
export function pipelinedTransaction(begin: string, send: Send): OpenTransaction {
  const beginning = send(begin, []).then(() => {})
  // It is reported by the first statement, or by the commit.
  beginning.catch(() => {})
  async function run(text: string, parameters: readonly unknown[]): Promise<Answer> {
    const answer = send(text, parameters)
    answer.catch(() => {})
    await beginning
    return answer
  }
  return {
    beginning,
    run,
    async end(how) {
      await (how === 'commit' ? run(how, []) : send(how, []))
    },
  }
}
