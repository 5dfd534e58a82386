import type { DryRun } from '@quatrain/contract/kit/dry-run.ts'
import { TypedNameDialog } from '#kit/write/TypedNameDialog.tsx'
import { Notice } from '#ui/Notice.tsx'

interface Props {
  readonly name: string
  readonly preview: DryRun
  /** What would go is not what the person agreed to a moment ago. */
  readonly hasPreviewChanged: boolean
  readonly close: (answer?: { remark?: string }) => void
}

/** The question before a tenant is deleted: what goes with it, what stays, and its name to be typed. */
export const DeleteTenantDialog = ({ name, preview, hasPreviewChanged, close }: Props) => (
  <TypedNameDialog
    title="Delete tenant"
    question="Are you sure you want to delete tenant?"
    object={name}
    button="Delete tenant"
    typing={{ name, label: `Type ${name} to delete it` }}
    hasPreviewChanged={hasPreviewChanged}
    close={close}
  >
    <Notice kind="bad">
      <p>{preview.notices.deleted}</p>
      <p>Its people are logged out at once, and its boxes are refused. This cannot be undone.</p>
    </Notice>
    <p>
      What it was and what was done in it stays in the history. What the Web API has of it stays there too: its
      profiles, its reports and its topology.
    </p>
  </TypedNameDialog>
)
