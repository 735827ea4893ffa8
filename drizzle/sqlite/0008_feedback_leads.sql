CREATE TABLE `message_feedback` (
	`id` text PRIMARY KEY NOT NULL,
	`flow_id` text NOT NULL,
	`user_id` text NOT NULL,
	`chat_id` text NOT NULL,
	`message_id` text NOT NULL,
	`rating` text NOT NULL,
	`content` text,
	`created_date` integer NOT NULL,
	FOREIGN KEY (`flow_id`) REFERENCES `flows`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`message_id`) REFERENCES `messages`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `message_feedback_message` ON `message_feedback` (`message_id`);--> statement-breakpoint
CREATE INDEX `message_feedback_flow` ON `message_feedback` (`flow_id`,`created_date`);--> statement-breakpoint
CREATE TABLE `leads` (
	`id` text PRIMARY KEY NOT NULL,
	`flow_id` text NOT NULL,
	`user_id` text NOT NULL,
	`chat_id` text NOT NULL,
	`name` text,
	`email` text,
	`phone` text,
	`created_date` integer NOT NULL,
	FOREIGN KEY (`flow_id`) REFERENCES `flows`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `leads_flow` ON `leads` (`flow_id`,`created_date`);--> statement-breakpoint
CREATE INDEX `leads_chat` ON `leads` (`flow_id`,`chat_id`);--> statement-breakpoint
CREATE INDEX `leads_user` ON `leads` (`user_id`);