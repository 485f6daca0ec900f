declare module "virtual:words/*" {
  const catalogue: Record<string, string | [one: string, other: string]>;
  export default catalogue;
}
