import './jitless.ts'
import '#ui/styles.ts'
import './app/first-frame.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { replaceFirstFrame } from '#app/first-frame.ts'
import { Providers } from '#app/Providers.tsx'
import { Start } from '#app/Start.tsx'
import { noticeSession } from '#features/session/session.ts'
import { createQueryClient } from '#kit/api/query-client.ts'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no place for the application.')
replaceFirstFrame(root)
createRoot(root).render(
  // In development, this finds effects without clean-up.
  <StrictMode>
    <Providers client={createQueryClient(noticeSession)}>
      <Start />
    </Providers>
  </StrictMode>,
)
