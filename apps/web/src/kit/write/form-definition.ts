import type { Data } from '@quatrain/contract/compare/field.ts'
import type { AffectedObject } from '@quatrain/contract/kit/dry-run.ts'
import type { RecordOf, Resource } from '@quatrain/contract/kit/resource.ts'
import type { ComponentType } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { z } from 'zod'
import type { Write } from '#kit/api/write.ts'
import type { Comparable } from '#kit/compare/comparable.ts'
import type { ResourcePaths } from '#lib/resource-paths.ts'

/** The words of a write that is neither a usual save nor a usual delete: deleting the selected ones of a list. */
export interface WriteWords {
  /** The title of the dialog, and the label of its button. */
  readonly title: string
  readonly question: string
  readonly isDestructive?: true
  /** The message after the write. */
  readonly success: { readonly title: string; readonly line: string }
}

/** A resource with version pages: what the pages need. */
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
  /** The values of the form, valid or not. */
  readonly values: z.ZodType<Values>
  readonly nameOf: (values: Values) => string
  /** The object's name, if its key in addresses is a number. */
  readonly titleOf?: (values: Values) => string
  /** If one save writes many objects of its kind: their combined documents for comparisons. */
  readonly joinDocuments?: (documents: readonly unknown[]) => Data
  /** The writes of the resource. A stored object is named by the key that a delete takes. */
  readonly writes: {
    readonly add: (values: Values) => Write
    readonly change: (values: Values, key: string) => Write
    readonly remove: (key: string) => Write
  }
  /** The kinds of other objects that a save can affect. */
  readonly sideEffects: SideEffectKinds
  /** The message after a save, if it has another wording than usual. */
  readonly success?: { readonly title: string; readonly line: string }
  /** Title of a message about other objects. */
  readonly warningTitle: string
  /** Whether the message is a notification, as usual, or a dialog that must be read. */
  readonly warnsBy?: 'toast' | 'dialog'
  /** Title of a failure, if it need not name the store. */
  readonly failureTitle?: string
  /** The values that a draft may contain, if some are secret. */
  readonly withoutSecrets?: (values: Values) => Values
  /** A delete takes things with it that adding the object again would not bring back, so that none is offered. */
  readonly deletesForGood?: true
}

/** The form of one object of a resource, with what it holds of a stored one. */
export interface RecordDefinition<R extends Resource, Values extends FieldValues> extends FormDefinition<Values> {
  readonly resource: R
  readonly valuesOf: (record: RecordOf<R>) => Values
}

/** The same where users add objects of the resource. */
export interface AddableDefinition<R extends Resource, Values extends FieldValues> extends RecordDefinition<R, Values> {
  /** What the form of a new object holds. */
  readonly blank: Values
}

/** How the side effects on objects of one kind are worded, where that differs from the usual. */
export interface SideEffectWords {
  readonly add?: string
  readonly change?: string
  readonly delete?: string
  /** How an object is shown, if not by its name with a link to its page. */
  readonly Name?: ComponentType<{ readonly object: AffectedObject }>
}

/** The kinds of other objects that a write can affect. */
export type SideEffectKinds = Readonly<Record<string, SideEffectWords>>

/** A state of the object that a form can begin with, and the version that it was read as. */
export interface Base<Values> {
  readonly values: Values
  readonly etag?: string | undefined
}

export interface ResourceFormOptions<Values extends FieldValues> {
  readonly definition: FormDefinition<Values>
  /** The key of the stored object that is changed; nothing for a new one. */
  readonly stored: string | undefined
  /** Tells the drafts of several forms of one resource apart. */
  readonly draftName: string
  /** What is stored now; for an object that does not exist yet, the empty form. */
  readonly base: Base<Values>
  /** What the form shows at first, where that is not what is stored: a clone, an old version. */
  readonly initial?: Values
  readonly restoredFrom?: number | undefined
  /** Says what is wrong with the values. It is asked at every change, so it only checks. */
  readonly schema: z.ZodType<Values, Values>
  /** Reads the object again, after somebody else has changed it. */
  readonly reload?: () => Promise<Base<Values>>
  /** The path of a form's field that the server means by a path of what was sent. */
  readonly fieldOf?: (path: string, values: Values) => string
}
