import { Button } from '@mantine/core'
import { download } from '#lib/download.ts'
import { CopyButton } from '#ui/CopyButton.tsx'
import { Icon } from '#ui/Icon.tsx'
import { LabelledValue } from '#ui/ValueText.tsx'
import classes from './repo-file.module.css'

interface Props {
  readonly name: string
  readonly content: string
}

/** A repo file to be read, copied and downloaded. */
export const RepoFileText = ({ name, content }: Props) => (
  <LabelledValue label="File content">
    <CopyButton text={content} what="file content" />
    <Button
      size="compact-sm"
      variant="subtle"
      leftSection={<Icon name="download" size={15} />}
      onClick={() => download(`${name}.repo`, content, 'text/plain')}
    >
      Download
    </Button>
    <pre className={classes.text}>
      {content
        .replace(/\n$/, '')
        .split('\n')
        .map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its number
          <span key={index} className={classes.line}>
            {`${line}\n`}
          </span>
        ))}
    </pre>
  </LabelledValue>
)
