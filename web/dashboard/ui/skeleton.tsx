/** A placeholder with the size of the coming content, so nothing moves when it loads. */
export function Skeleton({ width, height = 16 }: { width: number | string; height?: number }) {
  return <span className="skeleton" style={{ inlineSize: width, blockSize: height }} aria-hidden="true" />
}
