import { Button, Textarea } from '@mantine/core'
import { problemsOfRepoFile, type RepoFileProblem } from '@quatrain/contract/resources/yum-repo-file.ts'
import { type UIEvent, useMemo, useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useIsReadOnly, useProblem } from '#kit/fields/fields-state.ts'
import { download } from '#lib/download.ts'
import { counted } from '#lib/words.ts'
import { Icon } from '#ui/Icon.tsx'
import { Notice } from '#ui/Notice.tsx'
import { CopyButton, LabelledValue } from '#ui/ValueText.tsx'
import classes from './repo-file.module.css'
import type { YumRepoValues } from './yum-repo-form.ts'

/** The content of a repo file: as text with numbered lines, or an editor with warnings about its format. */
export function RepoFileField() {
  const content = useWatch<YumRepoValues, 'content'>({ name: 'content' })
  const name = useWatch<YumRepoValues, 'name'>({ name: 'name' })
  return useIsReadOnly() ? <RepoFileText name={name} content={content} /> : <RepoFileEdit content={content} />
}

function RepoFileEdit({ content }: { readonly content: string }) {
  const { register } = useFormContext<YumRepoValues>()
  const numbers = useRef<HTMLPreElement>(null)
  const lines = content.split('\n').length
  const problems = useMemo(() => problemsOfRepoFile(content), [content])
  const warned = new Set(problems.map(({ line }) => line))
  const follow = ({ currentTarget }: UIEvent<HTMLTextAreaElement>) => {
    if (numbers.current) numbers.current.style.translate = `0 ${-currentTarget.scrollTop}px`
  }
  return (
    <div className={classes.editor}>
      <Textarea
        {...register('content')}
        label="File content"
        error={useProblem('content')}
        rows={14}
        resize="vertical"
        wrap="off"
        spellCheck={false}
        autoComplete="off"
        classNames={{ input: classes.input ?? '', section: classes.gutter ?? '' }}
        onScroll={follow}
        leftSectionWidth={48}
        leftSection={
          <pre ref={numbers} className={classes.numbers} aria-hidden="true">
            {Array.from({ length: lines }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its number
              <span key={index} data-warned={warned.has(index + 1) || undefined}>
                {`${index + 1}\n`}
              </span>
            ))}
          </pre>
        }
      />
      <Warnings problems={problems} />
    </div>
  )
}

const maxShown = 8

/** Warnings do not prevent saving. */
function Warnings({ problems }: { readonly problems: readonly RepoFileProblem[] }) {
  const visibleProblems = problems.slice(0, maxShown)
  return (
    <div role="status">
      {problems.length > 0 && (
        <Notice kind="warning">
          <p>{counted(problems.length, 'warning')}. The file can be saved anyway.</p>
          <ul className={classes.warnings}>
            {visibleProblems.map(({ line, message }) => (
              <li key={`${line} ${message}`}>
                <strong>Line {line}:</strong> {message}
              </li>
            ))}
          </ul>
          {visibleProblems.length < problems.length && <p>{problems.length - visibleProblems.length} more</p>}
        </Notice>
      )}
    </div>
  )
}

interface Props {
  readonly name: string
  readonly content: string
}

/** A repo file, read-only, with buttons to copy and download it. */
const RepoFileText = ({ name, content }: Props) => (
  <LabelledValue label="File content">
    <CopyButton text={content} subject="file content" />
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
