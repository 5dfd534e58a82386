import { type Data, isData } from '@quatrain/contract/compare/field.ts'
import type { AffectedObject } from '@quatrain/contract/kit/dry-run.ts'
import type { Endpoint } from '@quatrain/contract/kit/endpoint.ts'
import { bySegment, idField, type RecordOf, type Resource, resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { type DocumentInput, inputFromDocument } from '@quatrain/contract/kit/stored-document.ts'
import type { ComponentType } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { z } from 'zod'
import { type Write, writeOf } from '#kit/api/write.ts'
import type { Comparable } from '#kit/compare/comparable.ts'
import type { ResourcePaths } from '#lib/resource-paths.ts'

/** The words of a write that differ from the usual ones, such as for deleting selected members of a list. */
export interface WriteWords {
  /** The title of the dialog, and the label of its button. */
  readonly title?: string
  readonly question?: string
  readonly isDestructive?: true
  /** The message after the write. */
  readonly success?: { readonly title: string; readonly line: string }
}

/** What the version pages of a resource need. */
export interface VersionedDefinition<Values> {
  readonly resource: Resource
  readonly paths: ResourcePaths
  /** The displayed fields of a document; undefined if it is invalid. */
  readonly fromDocument: (document: unknown) => Values | undefined
}

/** How the form of a resource relates to what is stored and to what is sent. One constant per feature. */
export interface FormDefinition<Values extends FieldValues> extends Comparable<Values> {
  readonly resource: Resource
  readonly paths: ResourcePaths
  /** The values of the form, valid or not, in the order of its fields. */
  readonly values: z.ZodType<Values>
  readonly nameOf: (values: Values) => string
  /** The object's name, if its key in addresses is a number. */
  readonly titleOf?: (values: Values) => string
  /** If one save writes many objects of its kind: their combined documents for comparisons. */
  readonly joinDocuments?: (documents: readonly unknown[]) => Data
  /** Of such a save: what a change request has of it, the whole list or an add for each of its rows. */
  readonly collectedAs?: 'replaceAll' | 'add'
  /** The writes of the resource. A stored object is named by the key that a delete takes. */
  readonly writes: {
    readonly add: (values: Values) => Write
    readonly change: (values: Values, key: string) => Write
    readonly remove: (key: string) => Write
  }
  /** The kinds of other objects that a save can affect. */
  readonly sideEffects?: SideEffectKinds | undefined
  /** The words of a save, if they differ from the usual ones. */
  readonly wordsOf?: (values: Values) => WriteWords
  /** Title of a message about other objects, by default `Warning`. */
  readonly warningTitle?: string | undefined
  /** Whether the message is a notification, which is usual, or a dialog that must be read. */
  readonly warnsBy?: 'toast' | 'dialog'
  /** Title of a failure that does not name the store. */
  readonly failureTitle?: string
  /** The values that a draft may contain, if some are secret. */
  readonly withoutSecrets?: (values: Values) => Values
  /** The table whose errors disable Save, where the specification says so. */
  readonly rowsToComplete?: string
  /** A delete also removes things that adding the object again would not restore, so undo is not offered. */
  readonly deletesForGood?: true
}

/** The form of one object of a resource, and how a stored object becomes its values. */
export interface RecordDefinition<R extends Resource, Values extends FieldValues> extends FormDefinition<Values> {
  readonly resource: R
  readonly valuesOf: (record: RecordOf<R>) => Values
  /** Why a deleted object cannot be added again, and what to do instead, if users do not add such objects. */
  readonly whyNotRestored?: string
}

/** The same where users add objects of the resource. */
export interface AddableDefinition<R extends Resource, Values extends FieldValues> extends RecordDefinition<R, Values> {
  /** The values of the form of a new object. */
  readonly blank: Values
}

/** How side effects on objects of one kind are described, if it differs from the usual words. */
export interface SideEffectWords {
  readonly add?: string
  readonly change?: string
  readonly delete?: string
  /** How an object is shown, if it is not a link with its name. */
  readonly Name?: ComponentType<{ readonly object: AffectedObject }>
}

/** The kinds of other objects that a write can affect. */
export type SideEffectKinds = Readonly<Record<string, SideEffectWords>>

/** A stored state of the object, and its version. */
export interface Base<Values> {
  readonly values: Values
  readonly etag?: string | undefined
}

export interface ResourceFormOptions<Values extends FieldValues> {
  readonly definition: FormDefinition<Values>
  /** The key of the stored object that is changed; undefined for a new one. */
  readonly stored: string | undefined
  /** Distinguishes the drafts of several forms of one resource. */
  readonly draftName: string
  /** What is stored now; for a new object, the blank values. */
  readonly base: Base<Values>
  /** The first values of the form, if they are not the stored ones: those of a clone or of an old version. */
  readonly initial?: Values
  readonly restoredFrom?: number | undefined
  readonly restoredObject?: number | undefined
  /** Validates the values at every change, without side effects. */
  readonly schema: z.ZodType<Values, Values>
  /** Reads the object again after another user has changed it. */
  readonly reload?: () => Promise<Base<Values>>
  /** The form's field for a path in what was sent. */
  readonly fieldOf?: (path: string, values: Values) => string
}

type Derived = 'writes' | 'toDocument' | 'fromDocument'

interface Parts<R extends Resource, Values extends FieldValues> extends Omit<AddableDefinition<R, Values>, Derived> {
  /** What a write sends for these values, without the identity of a stored object. */
  readonly inputOf: (values: Values) => DocumentInput<R>
  /** The values for what a write sent. */
  readonly valuesOfInput: (input: DocumentInput<R>) => Values
  /** Completes values with what documents do not contain, such as ids of rows; by default all that they lack. */
  readonly valuesBeside?: (values: Values, base: Values) => Values
}

const completed = <Values>(values: Values, base: Values): Values => ({ ...base, ...values })

/**
 * The definition of a form whose adds and changes send the same input. Values of stored objects contain their id, or
 * the key of a delete identifies them. A kind whose writes send more than that declares its `writes` itself.
 */
export function defineForm<R extends Resource, Values extends FieldValues>(
  parts: Parts<R, Values>,
): AddableDefinition<R, Values> {
  const { inputOf, valuesOfInput, valuesBeside = completed, ...definition } = parts
  const { resource } = definition
  const api: Record<'add' | 'change' | 'remove', Endpoint> = resourceEndpoints(resource)
  const { paramsOf } = resource.address ?? bySegment
  const id = idField(resource)
  const identityOf = (values: Values, key: string) =>
    id === undefined ? { [String(resource.key.remove)]: key } : { [id]: values[id] }
  return {
    ...definition,
    writes: {
      add: (values) => writeOf(api.add, { body: inputOf(values) }),
      change: (values, key) => writeOf(api.change, { body: { ...inputOf(values), ...identityOf(values, key) } }),
      remove: (key) => writeOf(api.remove, { params: paramsOf(key) }),
    },
    toDocument: (values) => {
      const input = inputOf(values)
      // The input is that of `toDocument`, and every document is data.
      return (resource.toDocument?.(input as never) ?? input) as Data
    },
    fromDocument: (document, currentValues) => {
      const input = inputFromDocument(resource, document)
      const values = input && valuesOfInput(input)
      return values && currentValues ? valuesBeside(values, currentValues) : values
    },
  }
}

/** The name of an object before the write, which its pages still have. */
export const nameNow = ({ before, name }: AffectedObject): string =>
  typeof before?.name === 'string' ? before.name : name

/** The objects of a list that is saved as one. */
export const rowsOfList = (document: Data): readonly Data[] => Object.values(document).flat().filter(isData)
