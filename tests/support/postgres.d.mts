export class Postgres {
  static start(root: string): Promise<Postgres>;
  readonly url: string;
  stop(): void;
}
