CREATE TABLE `processes` (
	`id` text PRIMARY KEY NOT NULL,
	`seen_date` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `run_drafts` (
	`id` text PRIMARY KEY NOT NULL,
	`flow_data` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `run_waits` (
	`run_id` text NOT NULL,
	`id` text NOT NULL,
	`kind` text NOT NULL,
	`node_id` text NOT NULL,
	`user_id` text NOT NULL,
	`flow_id` text NOT NULL,
	`session_id` text NOT NULL,
	`wait` text NOT NULL,
	`opened_date` integer NOT NULL,
	`deadline` integer,
	PRIMARY KEY(`run_id`, `id`),
	FOREIGN KEY (`run_id`) REFERENCES `runs`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `run_waits_user` ON `run_waits` (`user_id`,`opened_date`);--> statement-breakpoint
CREATE INDEX `run_waits_deadline` ON `run_waits` (`deadline`) WHERE "run_waits"."deadline" is not null;--> statement-breakpoint
ALTER TABLE `runs` ADD `program` text;--> statement-breakpoint
ALTER TABLE `runs` ADD `owner` text;--> statement-breakpoint
ALTER TABLE `runs` ADD `parent_run_id` text;--> statement-breakpoint
ALTER TABLE `runs` ADD `is_public` integer;--> statement-breakpoint
CREATE INDEX `runs_session` ON `runs` (`flow_id`,`session_id`,`started_date`) WHERE "runs"."program" is not null;