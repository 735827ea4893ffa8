CREATE TABLE `mcp_tokens` (
	`flow_id` text PRIMARY KEY NOT NULL,
	`hash` text NOT NULL,
	`ending` text NOT NULL,
	`created_date` integer NOT NULL,
	FOREIGN KEY (`flow_id`) REFERENCES `flows`(`id`) ON UPDATE no action ON DELETE no action
);
