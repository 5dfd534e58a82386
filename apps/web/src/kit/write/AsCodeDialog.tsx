import { Button } from '@mantine/core'
import type { Resource } from '@quatrain/contract/kit/resource.ts'
import { useId } from 'react'
import type { Write, WriteOptions } from '#kit/api/write.ts'
import { Dialog, dialogs } from '#ui/dialogs.tsx'
import { CopyButton } from '#ui/ValueText.tsx'
import classes from './AsCodeDialog.module.css'
import { curlOf, filesOf, scriptOf } from './as-code.ts'

interface Props {
  readonly write: Write
  /** Those with which it would be sent now. */
  readonly options: WriteOptions
  readonly resource: Resource | undefined
}

/** Shows a write as a script makes it, and as files say it. */
export const showWriteAsCode = (props: Props): void =>
  void dialogs.open((close) => <AsCodeDialog {...props} close={close} />)

function AsCodeDialog({ write, options, resource, close }: Props & { readonly close: () => void }) {
  const { origin } = window.location
  const files = filesOf(write, resource, origin)
  return (
    <Dialog
      title="As code"
      isWide
      onDismiss={() => close()}
      actions={
        <Button data-autofocus onClick={() => close()}>
          Close
        </Button>
      }
    >
      <div className={classes.parts}>
        <p>
          What a script sends for this, with a key of yours (<em>Your profile</em>, <em>Keys for scripts</em>) in the
          environment variable <code className="mono">QUATRAIN_KEY</code>.
        </p>
        <Code title="curl" text={curlOf(write, options, origin)} />
        <Code title="TypeScript" text={scriptOf(write, options, origin)} />
        {files !== undefined && <Code title="File" text={files} />}
      </div>
    </Dialog>
  )
}

function Code({ title, text }: { readonly title: string; readonly text: string }) {
  const id = useId()
  return (
    <div>
      <div className={classes.head}>
        <h3 id={id}>{title}</h3>
        <CopyButton text={text} subject={title} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard has to scroll through it */}
      <section className={classes.code} aria-labelledby={id} tabIndex={0}>
        <pre>{text}</pre>
      </section>
    </div>
  )
}
