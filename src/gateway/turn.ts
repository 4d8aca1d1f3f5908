/** Where a piece of work stands in the queue. */
export interface Turn {
  /** Whose work it is: each gets its turn, however much another has sent. */
  readonly client: string;
  /** Background work waits until nothing interactive does. */
  readonly priority: Priority;
}

export type Priority = 'interactive' | 'background';
