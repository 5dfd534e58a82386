import { useMemo, useState } from 'react'
import { type FieldValues, type UseFormReturn, useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { isApiError } from '#kit/api/api-error.ts'
import type { ConflictScreen } from '#kit/compare/ConflictScreen.tsx'
import { countChanges } from '#kit/compare/comparable.ts'
import { focusFirstProblem, setServerProblem } from '#kit/fields/problems.ts'
import { asLastSeen } from '#kit/page/visits.ts'
import { useCollecting } from '#kit/write/collected.tsx'
import type { Base, FormDefinition, ResourceFormOptions, WriteWords } from '#kit/write/form-definition.ts'
import { type FormStep, formWrite } from '#kit/write/form-write.ts'
import type { JustSaved } from '#kit/write/last-save.tsx'
import { usePreviewedWrite } from '#kit/write/use-previewed-write.ts'
import { useWriting } from '#kit/write/use-writing.ts'
import { loadPart } from '#lib/load-part.ts'
import { tell } from '#ui/messages.ts'
import type { Draft } from './drafts.ts'
import { formResolver, type VisitedCells, visitedCells } from './form-rules.ts'
import { type DraftKeeping, useDraft } from './use-draft.tsx'

/** Everything that `ResourceForm` and its fields need to know of a form. */
export interface ResourceFormState<Values extends FieldValues> {
  readonly definition: FormDefinition<Values>
  readonly mode: 'add' | 'change'
  readonly methods: UseFormReturn<Values>
  readonly visited: VisitedCells
  readonly base: Base<Values>
  /** The values that leaving the form does not lose: the initial ones, or the stored ones after `startOver`. */
  readonly safeValues: Values
  readonly draft: DraftKeeping<Values>
  readonly isBusy: boolean
  /** The current write is a delete. */
  readonly isDeleting: boolean
  readonly save: () => void
  /** The write of these values. */
  readonly stepOf: (values: Values) => FormStep<Values>
  /** Adds the write to a change request instead; undefined if requests cannot have it. */
  readonly collect: (() => void) | undefined
  /** Saves the values that `edit` makes of those of the form, as a write with words of its own. */
  readonly saveEdited: (edit: (values: Values) => Values, words: WriteWords) => void
  readonly remove: (() => void) | undefined
  readonly cancel: () => void
  /** Discards all changes and the draft, and shows the stored values. */
  readonly startOver: () => void
  /** Another user has saved since the draft was started. */
  readonly isDraftStale: boolean
  /** The state that another user has saved, until the conflict is resolved. */
  readonly conflict: Base<Values> | undefined
  /** What shows a conflict; loaded when there is one. */
  readonly ConflictScreen: typeof ConflictScreen | undefined
  /** Continues with merged values. */
  readonly resolveConflict: (values: Values) => void
  /** Another user has deleted the object. */
  readonly isGone: boolean
}

/** The state of a form and its operations: validate, preview, confirm, save, report, return to the list. */
export function useResourceForm<Values extends FieldValues>(
  options: ResourceFormOptions<Values>,
): ResourceFormState<Values> {
  const { definition, stored, schema, reload, fieldOf = (path) => path } = options
  const mode: ResourceFormState<Values>['mode'] = stored === undefined ? 'add' : 'change'
  const navigate = useNavigate()
  const draft = useDraft(options)
  const [base, setBase] = useState<Base<Values>>(() => baseOf(draft.restored) ?? options.base)
  const [conflict, setConflict] = useState<Base<Values>>()
  const [conflictPart, setConflictPart] = useState<{ readonly ConflictScreen: typeof ConflictScreen }>()
  const [isGone, setGone] = useState(false)
  const [initial] = useState(draft.restored?.values ?? options.initial ?? base.values)
  const [safeValues, setSafeValues] = useState(initial)
  const [visited] = useState(visitedCells)
  const resolver = useMemo(() => formResolver(schema, visited), [schema, visited])
  const methods = useForm<Values>({ values: initial, resolver, mode: 'onTouched' })

  const leave = (state: JustSaved | undefined) => {
    draft.end()
    void navigate(asLastSeen(definition.paths.list), { state })
  }
  const onFields = (fields: Readonly<Record<string, string>>) => {
    for (const [path, message] of Object.entries(fields)) {
      setServerProblem(methods, fieldOf(path, methods.getValues()), message)
    }
    focusFirstProblem(methods)
  }
  const reactions = formWrite<Values>({
    definition,
    onDone: leave,
    onStale: async () => {
      try {
        const [newest, part] = await Promise.all([
          reload?.(),
          loadPart(() => import('#kit/compare/ConflictScreen.tsx')),
        ])
        setConflictPart(part)
        setConflict(newest)
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
    onFields,
  })
  const flow = usePreviewedWrite(reactions)
  const collecting = useCollecting(definition, { onDone: draft.end, onFields })
  const resolving = useWriting({
    async mutationFn(values: Values) {
      if (!conflict) return
      const newest = await readNewest(conflict)
      const hasOwn = countChanges(definition, conflict.values, values) > 0
      // Show another save that happened meanwhile first, unless this form has no changes that could conflict with it.
      const isResolved = newest.etag === conflict.etag || !hasOwn
      const next = isResolved ? newest : conflict
      setBase(next)
      setSafeValues(next.values)
      setConflict(isResolved ? undefined : newest)
      methods.reset(hasOwn ? values : newest.values)
    },
  })
  /** The stored state, or the last one if it cannot be read; then the next save detects the conflict. */
  const readNewest = async (last: Base<Values>): Promise<Base<Values>> => {
    try {
      return (await reload?.()) ?? last
    } catch (error) {
      if (isApiError(error, 'not_found')) setGone(true)
      return last
    }
  }
  const { restoredFrom, restoredObject } = options
  const writeOptions = { ifMatch: base.etag, restoredFrom, restoredObject }
  const { add, change, remove } = definition.writes
  const stepOf = (values: Values): FormStep<Values> => ({
    action: mode,
    write: stored === undefined ? add(values) : change(values, stored),
    options: writeOptions,
    name: definition.nameOf(values),
    before: base.values,
  })
  const canCollect = collecting.isPossible(mode)
  const collect = (values: Values) =>
    collecting.collect({ ...stepOf(values), isUnedited: countChanges(definition, initial, values) === 0 })
  const send = (values: Values, edit?: WriteWords) =>
    flow.run({
      ...stepOf(values),
      words: edit ?? definition.wordsOf?.(values),
      isEdited: edit !== undefined,
      collect: canCollect ? () => collect(values) : undefined,
    })
  const deletionOf = (key: string) => ({
    action: 'delete' as const,
    write: remove(key),
    options: writeOptions,
    name: definition.nameOf(base.values),
    before: base.values,
  })

  const submit = methods.handleSubmit((values) => {
    const hasNothingToSave = mode === 'change' && countChanges(definition, base.values, methods.getValues()) === 0
    if (!flow.isBusy && !hasNothingToSave) send(values)
  })

  return {
    definition,
    mode,
    methods,
    visited,
    base,
    safeValues,
    draft,
    isBusy: flow.isBusy,
    stepOf,
    isDeleting: flow.isBusy && flow.variables?.action === 'delete',
    save: () => {
      visited.visitAll()
      void submit()
    },
    collect: canCollect
      ? () => {
          visited.visitAll()
          void methods.handleSubmit(collect)()
        }
      : undefined,
    saveEdited: async (edit, words) => {
      if (flow.isBusy) return
      const { data } = await schema.safeParseAsync(edit(methods.getValues()))
      if (data) return send(data, words)
      visited.visitAll()
      await methods.trigger()
      focusFirstProblem(methods)
    },
    remove:
      stored === undefined
        ? undefined
        : () => {
            const step = deletionOf(stored)
            const isPossible = collecting.isPossible('delete')
            flow.run({ ...step, collect: isPossible ? () => collecting.collect({ ...step, stored }) : undefined })
          },
    cancel: () => void navigate(asLastSeen(definition.paths.list)),
    startOver: () => {
      const initialValues = options.initial ?? options.base.values
      draft.discard()
      setBase(options.base)
      setSafeValues(initialValues)
      methods.reset(initialValues)
    },
    isDraftStale: base.etag !== options.base.etag,
    conflict,
    ConflictScreen: conflictPart?.ConflictScreen,
    resolveConflict: resolving.run,
    isGone,
  }
}

const baseOf = <Values>(draft: Draft<Values> | undefined): Base<Values> | undefined =>
  draft && { values: draft.base, etag: draft.etag }
