import { zodResolver } from '@hookform/resolvers/zod'
import { useMemo, useState } from 'react'
import { type FieldPath, type FieldValues, type UseFormReturn, useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { isApiError } from '#kit/api/api-error.ts'
import { useConsoleContext } from '#kit/api/console-context.tsx'
import { countChanges } from '#kit/compare/comparable.ts'
import { asLastSeen } from '#kit/page/list-memory.ts'
import type { Base, FormDefinition, ResourceFormOptions } from '#kit/write/form-definition.ts'
import type { JustSaved } from '#kit/write/just-saved.ts'
import { useWriteFlow } from '#kit/write/use-write-flow.ts'
import { useWriting } from '#kit/write/use-writing.ts'
import { tell } from '#ui/messages.ts'
import { draftAsNew } from './add-as-new.ts'
import type { Draft } from './drafts.ts'
import { type DraftKeeping, useDraft } from './use-draft.ts'

/** Everything that `ResourceForm` and its fields need to know of a form. */
export interface ResourceFormState<Values extends FieldValues> {
  readonly definition: FormDefinition<Values>
  readonly mode: 'add' | 'change'
  readonly methods: UseFormReturn<Values>
  readonly base: Base<Values>
  /** What leaving the form would not lose: what it began with, or what is stored after a new beginning. */
  readonly kept: Values
  readonly draft: DraftKeeping<Values>
  readonly isBusy: boolean
  /** What is going on is a delete. */
  readonly isDeleting: boolean
  readonly save: () => void
  readonly remove: (() => void) | undefined
  readonly cancel: () => void
  /** Forgets what was typed, also earlier, and shows what is stored. */
  readonly startOver: () => void
  /** Somebody else has saved since the draft was begun. */
  readonly isDraftStale: boolean
  /** The state that somebody else saved meanwhile, while the person has to decide. */
  readonly conflict: Base<Values> | undefined
  /** Goes on with values that take the other state into account. */
  readonly settle: (values: Values) => void
  /** Somebody else has deleted the object. */
  readonly isGone: boolean
  /** Takes what was typed to the form of a new object. */
  readonly addAsNew: () => void
}

/** Check, say what will happen, confirm, save, tell, return to the list: the one life of every form in the console. */
export function useResourceForm<Values extends FieldValues>(
  options: ResourceFormOptions<Values>,
): ResourceFormState<Values> {
  const { definition, stored, schema, reload, fieldOf = (path) => path } = options
  const mode = stored === undefined ? 'add' : 'change'
  const navigate = useNavigate()
  const draft = useDraft(options)
  const [base, setBase] = useState<Base<Values>>(() => baseOf(draft.restored) ?? options.base)
  const [conflict, setConflict] = useState<Base<Values>>()
  const [isGone, setGone] = useState(false)
  const username = useConsoleContext().user?.username ?? ''
  const [initial] = useState(draft.restored?.values ?? options.initial ?? base.values)
  const [kept, setKept] = useState(initial)
  const resolver = useMemo(() => zodResolver(schema), [schema])
  const methods = useForm<Values>({ values: initial, resolver, mode: 'onTouched' })

  const leave = (state: JustSaved) => {
    draft.end()
    void navigate(asLastSeen(definition.paths.list), { state })
  }
  const flow = useWriteFlow<Values>({
    definition,
    onDone: leave,
    onStale: async () => {
      try {
        setConflict(await reload?.())
      } catch (error) {
        if (isApiError(error, 'not_found')) return setGone(true)
        const why = error instanceof Error ? error.message : undefined
        tell.error({ title: 'Changed meanwhile', lines: [why, 'What you typed is still here.'] })
      }
    },
    onMissing: async () => {
      try {
        await reload?.()
        return false
      } catch (error) {
        const isMissing = isApiError(error, 'not_found')
        setGone(isMissing)
        return isMissing
      }
    },
    onFields: (fields) => {
      const values = methods.getValues()
      for (const [path, message] of Object.entries(fields)) {
        const field = fieldOf(path, values)
        if (isPathOf(values, field)) methods.setError(field, { type: 'server', message }, { shouldFocus: true })
      }
    },
  })
  const settling = useWriting({
    async mutationFn(values: Values) {
      if (!conflict) return
      const newest = await readNewest(conflict)
      const hasOwn = countChanges(definition, conflict.values, values) > 0
      // What somebody saved since is seen before going on, unless nothing of one's own could meet it.
      const isSettled = newest.etag === conflict.etag || !hasOwn
      const next = isSettled ? newest : conflict
      setBase(next)
      setKept(next.values)
      setConflict(isSettled ? undefined : newest)
      methods.reset(hasOwn ? values : newest.values)
    },
  })
  /** What is stored by now; the known state where that cannot be told: the next save finds out. */
  const readNewest = async (known: Base<Values>): Promise<Base<Values>> => {
    try {
      return (await reload?.()) ?? known
    } catch (error) {
      if (isApiError(error, 'not_found')) setGone(true)
      return known
    }
  }
  const how = { ifMatch: base.etag, restoredFrom: options.restoredFrom }
  const { add, change, remove } = definition.writes

  return {
    definition,
    mode,
    methods,
    base,
    kept,
    draft,
    isBusy: flow.isBusy,
    isDeleting: flow.isDeleting,
    save: methods.handleSubmit((values) => {
      const hasNothingToSave = mode === 'change' && countChanges(definition, base.values, methods.getValues()) === 0
      if (flow.isBusy || hasNothingToSave) return
      const write = stored === undefined ? add(values) : change(values, stored)
      flow.run({ action: mode, write, how, name: definition.nameOf(values), before: base.values })
    }),
    remove:
      stored === undefined
        ? undefined
        : () => {
            const { values } = base
            flow.run({ action: 'delete', write: remove(stored), how, name: definition.nameOf(values), before: values })
          },
    cancel: () => void navigate(asLastSeen(definition.paths.list)),
    startOver: () => {
      const beginning = options.initial ?? options.base.values
      draft.discard()
      setBase(options.base)
      setKept(beginning)
      methods.reset(beginning)
    },
    isDraftStale: base.etag !== options.base.etag,
    conflict,
    settle: settling.run,
    isGone,
    addAsNew: async () => {
      const typed = { values: methods.getValues(), base: base.values }
      if (!(await draftAsNew(username, definition.resource, typed))) return
      draft.end()
      void navigate(definition.paths.add)
    },
  }
}

const baseOf = <Values>(draft: Draft<Values> | undefined): Base<Values> | undefined =>
  draft && { values: draft.base, etag: draft.etag }

/** A path is known when its first step is a field of the form. */
const isPathOf = <Values extends FieldValues>(values: Values, path: string): path is FieldPath<Values> =>
  Object.hasOwn(values, path.split('.', 1).join(''))
