import { Component, type ReactNode } from 'react'

interface Props {
  readonly children: ReactNode
  /** What is shown instead of what failed. */
  readonly fallback: (error: unknown) => ReactNode
  readonly onError?: (error: unknown) => void
}

/** Catches errors of rendering its children. React has no hook for that. */
export class ErrorBoundary extends Component<Props, { readonly failure?: { readonly error: unknown } }> {
  override state: { readonly failure?: { readonly error: unknown } } = {}

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } }
  }

  override componentDidCatch(error: unknown) {
    this.props.onError?.(error)
  }

  override render() {
    const { failure } = this.state
    return failure ? this.props.fallback(failure.error) : this.props.children
  }
}
