import type { StoreDifference } from '@quatrain/contract/console/differences.ts'

/** The texts of an action on a difference. */
export interface ReconciliationWords {
  readonly title: string
  readonly question: string
  /** The message after it. */
  readonly done: string
  /** The words for a failure without a message. */
  readonly doing: string
  readonly isDestructive?: true
}

const send = {
  title: 'Send to the Web API',
  question: 'The Web API will get the content of the console:',
  done: 'Sent to the Web API',
  doing: 'sending to the Web API',
}

const sendAgain = {
  ...send,
  question: 'The Web API will get it again, with another id. What refers to the old id has to be sent again too:',
}

const adopt = {
  title: 'Take over from the Web API',
  question: 'The console will store the content of the Web API:',
  done: 'Taken over from the Web API',
  doing: 'taking over from the Web API',
}

const discard = {
  title: 'Delete from the Web API',
  question: 'The Web API will not have it any more. The list of changes keeps its content:',
  done: 'Deleted from the Web API',
  doing: 'deleting from the Web API',
  isDestructive: true,
} as const

/** The texts for this action. */
export function wordsOf(action: 'adopt' | 'send' | 'discard', { in: place }: StoreDifference): ReconciliationWords {
  if (action === 'send') return place === 'console' ? sendAgain : send
  if (action === 'discard') return discard
  return adopt
}
