import type { ReactNode } from 'react'
import { LogoMark, WordMark } from '#ui/Logo.tsx'
import classes from './LoginPage.module.css'

interface Props {
  readonly title: ReactNode
  readonly children: ReactNode
}

/** What a page without a logged-in user is about. */
export const BrandedCard = ({ title, children }: Props) => (
  <div className={classes.card}>
    <div className={classes.brand}>
      <LogoMark size={34} />
      <WordMark height={24} />
    </div>
    <h1 className={classes.title}>{title}</h1>
    {children}
  </div>
)
