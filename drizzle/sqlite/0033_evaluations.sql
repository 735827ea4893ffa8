CREATE TABLE `dataset_rows` (
	`id` text PRIMARY KEY NOT NULL,
	`dataset_id` text NOT NULL,
	`sequence_no` integer NOT NULL,
	`input` text NOT NULL,
	`output` text NOT NULL,
	`must_pass` integer NOT NULL,
	`source` text NOT NULL,
	`evaluator_ids` text,
	FOREIGN KEY (`dataset_id`) REFERENCES `datasets`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `dataset_rows_dataset` ON `dataset_rows` (`dataset_id`,`sequence_no`);--> statement-breakpoint
CREATE TABLE `datasets` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`flow_id` text,
	`name` text NOT NULL,
	`description` text NOT NULL,
	`evaluator_ids` text NOT NULL,
	`created_date` integer NOT NULL,
	`updated_date` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `datasets_user` ON `datasets` (`user_id`,`updated_date`);--> statement-breakpoint
CREATE TABLE `evaluation_results` (
	`evaluation_id` text NOT NULL,
	`version_id` text NOT NULL,
	`row` integer NOT NULL,
	`is_done` integer NOT NULL,
	`round` integer NOT NULL,
	`run_id` text NOT NULL,
	`answer` text NOT NULL,
	`error` text,
	`cost_micro` integer NOT NULL,
	`judge_micro` integer NOT NULL,
	`latency_ms` integer NOT NULL,
	`scores` text NOT NULL,
	`steps` text NOT NULL,
	PRIMARY KEY(`evaluation_id`, `row`, `version_id`),
	FOREIGN KEY (`evaluation_id`) REFERENCES `evaluations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `evaluation_rows` (
	`evaluation_id` text NOT NULL,
	`number` integer NOT NULL,
	`row_id` text NOT NULL,
	`input` text NOT NULL,
	`output` text NOT NULL,
	`must_pass` integer NOT NULL,
	`evaluator_ids` text NOT NULL,
	PRIMARY KEY(`evaluation_id`, `number`),
	FOREIGN KEY (`evaluation_id`) REFERENCES `evaluations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `evaluation_versions` (
	`id` text PRIMARY KEY NOT NULL,
	`evaluation_id` text NOT NULL,
	`position` integer NOT NULL,
	`kind` text NOT NULL,
	`number` integer,
	`changes` text,
	`model` text,
	`model_name` text NOT NULL,
	`flow_data` text NOT NULL,
	FOREIGN KEY (`evaluation_id`) REFERENCES `evaluations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `evaluation_versions_position` ON `evaluation_versions` (`evaluation_id`,`position`);--> statement-breakpoint
CREATE TABLE `evaluations` (
	`id` text PRIMARY KEY NOT NULL,
	`number` integer NOT NULL,
	`user_id` text NOT NULL,
	`flow_id` text NOT NULL,
	`dataset_id` text NOT NULL,
	`name` text NOT NULL,
	`state` text NOT NULL,
	`reason` text,
	`evaluators` text NOT NULL,
	`job_id` text NOT NULL,
	`started_by` text NOT NULL,
	`created_date` integer NOT NULL,
	`ended_date` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`flow_id`) REFERENCES `flows`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`dataset_id`) REFERENCES `datasets`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `evaluations_number` ON `evaluations` (`dataset_id`,`number`);--> statement-breakpoint
CREATE INDEX `evaluations_user` ON `evaluations` (`user_id`,`created_date`);--> statement-breakpoint
CREATE INDEX `evaluations_flow` ON `evaluations` (`flow_id`,`created_date`);--> statement-breakpoint
CREATE INDEX `evaluations_job` ON `evaluations` (`job_id`);--> statement-breakpoint
CREATE TABLE `publish_gates` (
	`flow_id` text PRIMARY KEY NOT NULL,
	`is_on` integer NOT NULL,
	`dataset_id` text,
	`pass_line` integer NOT NULL,
	`needs_must` integer NOT NULL,
	`needs_not_worse` integer NOT NULL,
	`max_cost_increase` integer,
	`max_median_ms` integer,
	FOREIGN KEY (`flow_id`) REFERENCES `flows`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `publish_gates_dataset` ON `publish_gates` (`dataset_id`);--> statement-breakpoint
CREATE TABLE `evaluators` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`config` text NOT NULL,
	`created_date` integer NOT NULL,
	`updated_date` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `evaluators_user` ON `evaluators` (`user_id`,`created_date`);