/** Stands where a line will be, as large as it will be, so that nothing moves when it comes. */
export function Skeleton({ width, height = 16 }: { width: number | string; height?: number }) {
  return <span className="skeleton" style={{ inlineSize: width, blockSize: height }} aria-hidden="true" />
}
