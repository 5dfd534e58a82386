import type { Confirmation } from '#ui/ConfirmDialog.tsx'
import { dialogs } from '#ui/dialogs.ts'
import { type NewMessage, tell } from '#ui/messages.ts'
import { showFailure } from './after-write.ts'
import { useWriting, type Writing } from './use-writing.ts'

interface Options<Input> {
  readonly question: (input: Input) => Confirmation
  readonly perform: (input: Input) => Promise<unknown>
  /** Shown after the write. */
  readonly done: (input: Input) => NewMessage
  /** What fails, as in `removing the passkey`. */
  readonly doing: string
  /** Called after the write, its failure, or a refusal of the user. */
  readonly onEnd: () => void
}

/** A write of one button, after a question. */
export const useConfirmed = <Input = void>(options: Options<Input>): Writing<Input> =>
  useWriting<boolean, Input>({
    async mutationFn(input) {
      const isSure = await dialogs.confirm(options.question(input))
      if (isSure) await options.perform(input)
      return isSure
    },
    onSuccess(isDone, input) {
      options.onEnd()
      if (isDone) tell.success(options.done(input))
    },
    onError(error) {
      options.onEnd()
      showFailure(error, options.doing, 'Error')
    },
  })
