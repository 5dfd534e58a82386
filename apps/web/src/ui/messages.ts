import { createStore } from './store.ts'

export interface Message {
  readonly id: number
  readonly kind: 'success' | 'warning' | 'error'
  readonly title: string
  readonly lines: readonly string[]
  /** The id with which an operator finds the request in the server's log. */
  readonly requestId?: string | undefined
  readonly at: Date
}

export type NewMessage = Pick<Message, 'title' | 'requestId'> & { readonly lines?: readonly (string | undefined)[] }

interface Messages {
  /** The messages on the screen. */
  readonly onScreen: readonly Message[]
  /** The messages in the list of the bell, newest first. */
  readonly inBell: readonly Message[]
}

const noMessages: Messages = { onScreen: [], inBell: [] }
const maxKept = 50
/** Milliseconds for which a message of success is on the screen. */
export const successLasts = 2000

export const messages = createStore<Messages>(noMessages)

let last = 0

function show(kind: Message['kind'], { title, lines = [], requestId }: NewMessage): void {
  const id = ++last
  const message = { id, kind, title, lines: linesOf(lines), requestId, at: new Date() }
  messages.set(({ onScreen, inBell }) => ({
    onScreen: [...onScreen, message],
    inBell: [message, ...inBell].slice(0, maxKept),
  }))
  if (kind === 'success') setTimeout(() => dismissMessage(id), successLasts)
}

/** Notifies the user. A success disappears after two seconds; all messages stay in the list of the bell. */
export const tell = {
  success: (message: NewMessage) => show('success', message),
  warning: (message: NewMessage) => show('warning', message),
  error: (message: NewMessage) => show('error', message),
}

export const dismissMessage = (id: number): void =>
  messages.set((all) => ({ ...all, onScreen: all.onScreen.filter((message) => message.id !== id) }))

/** How many calls the server has not answered for so long that users should know. */
export const slowCalls = createStore(0)

/** The next user of this browser must not see the messages of the last one. */
export const forgetMessages = (): void => messages.set(() => noMessages)

/** The lines of texts, each once, without blank ones: two side effects can have the same message. */
export const linesOf = (texts: readonly (string | undefined)[]): string[] => [
  ...new Set(texts.flatMap((text) => text?.split('\n') ?? []).filter((line) => line.trim() !== '')),
]
