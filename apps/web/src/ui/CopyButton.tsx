import { ActionIcon } from '@mantine/core'
import { useState } from 'react'
import { Icon } from './Icon.tsx'

/** Copies a text and confirms it, in the button and to assistive technology. */
export function CopyButton({ text, subject }: { readonly text: string; readonly subject: string }) {
  const [isCopied, setCopied] = useState(false)
  // Browsers allow access to the clipboard only with HTTPS and on localhost.
  if (!navigator.clipboard || text === '') return null
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
    setTimeout(() => setCopied(false), 2000)
  }
  return (
    <ActionIcon variant="subtle" color="gray" size={24} aria-label={`Copy ${subject}`} onClick={() => void copy()}>
      <Icon name={isCopied ? 'check' : 'copy'} size={15} />
      <span className="visually-hidden" role="status">
        {isCopied ? 'Copied' : ''}
      </span>
    </ActionIcon>
  )
}
